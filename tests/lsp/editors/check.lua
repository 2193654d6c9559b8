-- nvim --headless --clean FILE -c 'luafile check.lua'
-- Opens FILE with the server, waits for a diagnostic, hovers over it, replaces WIRELINT_WRONG by
-- WIRELINT_RIGHT, waits until the diagnostic is gone. Prints what it saw; exits with 1 if it did not.
local buffer = vim.api.nvim_get_current_buf()
local command = vim.split(os.getenv("WIRELINT_COMMAND"), " ")
local config = {
  name = "wirelint",
  cmd = command,
  root_dir = vim.fn.getcwd(),
  init_options = { baseline = "1.0.0" },
}
local client
if vim.lsp.start then
  client = vim.lsp.start(config, { bufnr = buffer })
else -- before 0.8
  client = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buffer, client)
end

local function say(words)
  io.stdout:write(words .. "\n")
end

local function count()
  return #vim.diagnostic.get(buffer)
end

local seen = vim.wait(30000, function() return count() > 0 end, 50)
for _, one in ipairs(vim.diagnostic.get(buffer)) do
  say(("DIAGNOSTIC %d:%d %s %s"):format(one.lnum, one.col, one.code or "", one.message:gsub("\n", " ")))
end

local hovered = false
local first = vim.diagnostic.get(buffer)[1]
if first then
  local answers = vim.lsp.buf_request_sync(buffer, "textDocument/hover", {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = { line = first.lnum, character = first.col + 1 },
  }, 10000)
  for _, answer in pairs(answers or {}) do
    if answer.result then
      hovered = true
      say("HOVER " .. answer.result.contents.value:gsub("\n", " "))
    end
  end
end

vim.cmd(("%%s/%s/%s/"):format(os.getenv("WIRELINT_WRONG"), os.getenv("WIRELINT_RIGHT")))
local cleared = vim.wait(30000, function() return count() == 0 end, 50)
say("CLEARED " .. tostring(cleared))
vim.lsp.stop_client(client)
vim.cmd((seen and hovered and cleared) and "qa!" or "cq!")
