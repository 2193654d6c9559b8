;; emacs --batch -Q -l check.el
;; The same as check.lua, by eglot and flymake. WIRELINT_FILE names the file.
(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa") ; Debian's, which -Q leaves out
(package-initialize)
(require 'eglot)
(require 'flymake)
(define-derived-mode wirelint-check-mode prog-mode "WirelintCheck")
(add-to-list 'eglot-server-programs
             `(wirelint-check-mode . ,(split-string (getenv "WIRELINT_COMMAND") " ")))
(setq eglot-sync-connect 30 eglot-autoshutdown nil vc-handled-backends nil
      eglot-confirm-server-initiated-edits nil)
(find-file (getenv "WIRELINT_FILE"))
(wirelint-check-mode)
(cl-letf (((symbol-function 'project-current)
           (lambda (&rest _) (cons 'transient (getenv "WIRELINT_ROOT")))))
  (apply #'eglot--connect (eglot--guess-contact)))

(defun check-wait (done)
  "Let the server speak until DONE gives something; at most thirty seconds."
  (let ((rounds 0))
    (while (and (< rounds 300) (not (funcall done)))
      (accept-process-output nil 0.1)
      (flymake-start)
      (setq rounds (1+ rounds)))
    (funcall done)))

(let* ((seen (check-wait (lambda () (flymake-diagnostics))))
       (hovered nil) (cleared nil))
  (dolist (one seen)
    (princ (format "DIAGNOSTIC %d %s\n" (1- (line-number-at-pos (flymake-diagnostic-beg one)))
                   (replace-regexp-in-string "\n" " " (flymake-diagnostic-text one)))))
  (when seen
    (goto-char (1+ (flymake-diagnostic-beg (car seen))))
    (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover
                                   (eglot--TextDocumentPositionParams))))
      (setq hovered answer)
      (princ (format "HOVER %s\n" (replace-regexp-in-string
                                   "\n" " " (plist-get (plist-get answer :contents) :value)))))
    (goto-char (point-min))
    (while (search-forward (getenv "WIRELINT_WRONG") nil t)
      (replace-match (getenv "WIRELINT_RIGHT") t t))
    (eglot--signal-textDocument/didChange)
    (setq cleared (check-wait (lambda () (null (flymake-diagnostics)))))
    (princ (format "CLEARED %s\n" cleared)))
  (set-buffer-modified-p nil)
  (kill-emacs (if (and seen hovered cleared) 0 1)))
