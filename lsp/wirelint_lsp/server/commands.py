# Commands give their page as the result. A client that shows it says so (`showsPages` in the
# initialization options); for others the server opens it as a document, or as a message.
"""`workspace/executeCommand`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from typing import Any

from lsprotocol import types

from wirelint_lsp import uris
from wirelint_lsp.server.core import LOG, Server

SHOW_LAYOUT = "wirelint.showLayout"
SHOW_FEATURE = "wirelint.showFeature"
NEGOTIATE = "wirelint.negotiate"
EXPLAIN_RULE = "wirelint.explainRule"
RECORD_WAIVER = "wirelint.recordWaiver"
RESTART = "wirelint.rescan"
CLEAR_CACHE = "wirelint.clearCache"


def register(server: Server) -> None:
    for name, handler in (
        (SHOW_LAYOUT, _show_layout),
        (SHOW_FEATURE, _show_feature),
        (NEGOTIATE, _negotiate),
        (EXPLAIN_RULE, _explain_rule),
        (RECORD_WAIVER, _record_waiver),
        (RESTART, _rescan),
        (CLEAR_CACHE, _clear_cache),
    ):
        server.pygls.command(name)(_answer(server, name, handler))


def _answer(
    server: Server, name: str, handler: Callable[[Server, list[Any]], Any]
) -> Callable[..., Any]:
    from wirelint.errors import WirelintError

    def answer(*arguments: Any) -> Any:
        try:
            return handler(server, list(arguments))
        except WirelintError as error:
            server.pygls.window_show_message(
                types.ShowMessageParams(types.MessageType.Warning, str(error))
            )
        except Exception:  # noqa: BLE001 - the one guard around a command
            LOG.exception("the command `%s` failed", name)
        return None

    return answer


def _first(arguments: list[Any]) -> dict[str, Any]:
    """The object that most commands take; a bare text is a URI or a name."""
    given = arguments[0] if arguments else {}
    if isinstance(given, str):
        return {"uri": given} if ":" in given else {"message": given, "rule": given}
    return given if isinstance(given, dict) else {}


def _show_layout(server: Server, arguments: list[Any]) -> str | None:
    """`{uri | message, version?}`: the layout of a message as Markdown."""
    from wirelint.errors import UsageError
    from wirelint_lsp.features.commands import find_message_path, layout_page

    given = _first(arguments)
    uri = given.get("uri")
    if uri is None:
        for root in server.workspace.roots.values():
            path = find_message_path(root.session, str(given.get("message", "")))
            if path is not None:
                uri = server.workspace.uri_of(root, path)
    found = None if uri is None else server.file(str(uri))
    if found is None:
        raise UsageError("name a message of the workspace, or open its file")
    version = given.get("version")
    page = layout_page(found[0], version if isinstance(version, int) else None)
    return _shown(server, page, f"{found[0].path.rpartition('/')[2]}.md")


def _show_feature(server: Server, arguments: list[Any]) -> str | None:
    """`{feature, uri?}`: a feature with its levels and ladders."""
    from wirelint.errors import UsageError
    from wirelint_lsp.features.gatewords import feature_page

    given = _first(arguments)
    name = str(given.get("feature") or given.get("message") or "")
    located = server.workspace.locate(str(given.get("uri", "")))
    roots = [located[0]] if located is not None else list(server.workspace.roots.values())
    for root in roots:
        trees = root.session.gates
        page = None if trees is None else feature_page(trees.view, name)
        if page is not None:
            return _shown(server, page, f"{name}.md")
    raise UsageError(f"no gate table has a feature `{name}`")


def _negotiate(server: Server, arguments: list[Any]) -> str | None:
    """`{path = "client", rpc?}`: what this tree and the baseline speak."""
    from wirelint_lsp.features.commands import negotiation_page

    given = _first(arguments)
    rpc = given.get("rpc")
    located = server.workspace.locate(str(given.get("uri", "")))
    roots = [located[0]] if located is not None else list(server.workspace.roots.values())
    for root in roots[:1]:
        page = negotiation_page(
            root.session, str(given.get("path") or "client"), str(rpc) if rpc else None
        )
        return _shown(server, page, "negotiation.md")
    return None


def _explain_rule(server: Server, arguments: list[Any]) -> str | None:
    """`NAME`: the page of a rule."""
    from wirelint.errors import UsageError
    from wirelint_lsp.features.pages import page_of

    name = str(_first(arguments).get("rule", ""))
    page = page_of(name)
    if page is None:
        raise UsageError(f"there is no rule `{name}`")
    return _shown(server, page, f"{name}.md")


def _record_waiver(server: Server, arguments: list[Any]) -> None:
    """`{uri, rule, reason, message?, versions?, path?, until?}`: adds a `[[waiver]]`."""
    from wirelint.errors import UsageError
    from wirelint.text import SourceText
    from wirelint_lsp.features.commands import Waiver, waiver_edit

    given = _first(arguments)
    waiver = Waiver.read(given)
    located = server.workspace.locate(str(given.get("uri", "")))
    roots = list(server.workspace.roots.values())
    if located is None and not roots:
        raise UsageError("there is no folder to record a waiver in")
    root = located[0] if located is not None else roots[0]
    path = root.settings.path or "wirelint.toml"
    text = server.workspace.text_of(root, path)
    source = SourceText(path, text or "")
    edit = server.workspace_edit((waiver_edit(source, waiver),), root, creates=text is None)
    server.send_quietly(
        types.WORKSPACE_APPLY_EDIT,
        types.ApplyWorkspaceEditParams(edit=edit, label=f"Waive {waiver.rule}"),
    )


def _rescan(server: Server, _arguments: list[Any]) -> None:
    """Read every root and baseline again."""
    for root in server.workspace.roots.values():
        server.scan(root)


def _clear_cache(server: Server, _arguments: list[Any]) -> None:
    """Forget what is kept of baselines, and read everything again."""
    for root in server.workspace.roots.values():
        root.blobs.files.clear()
    _rescan(server, [])


def _shown(server: Server, page: str, name: str) -> str:
    if server.shows_pages:
        return page
    if server.able("window.show_document.support"):
        folder = tempfile.mkdtemp(prefix="wirelint-")
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        server.send_quietly(
            types.WINDOW_SHOW_DOCUMENT,
            types.ShowDocumentParams(uri=uris.uri_of(path.replace(os.sep, "/")), take_focus=True),
        )
    else:
        server.pygls.window_show_message(
            types.ShowMessageParams(types.MessageType.Info, page[:4000])
        )
    return page
