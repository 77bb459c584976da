-- What Neovim does with the language server, as its user would: run by neovim_test.py in a folder with LiveOut.c.
-- Prints a line for each step; the last one is `done`.
local PATIENCE = 300000 -- milliseconds; no test depends on how long it takes

local function say(text)
  io.stdout:write(text .. "\n")
end

local function wait(what, is_so)
  assert(vim.wait(PATIENCE, is_so, 50), "waited for " .. what)
end

local function first_code(line)
  for _, each in ipairs(vim.diagnostic.get(0)) do
    if each.lnum == line - 1 then
      return each.code or (each.user_data and each.user_data.lsp and each.user_data.lsp.code)
    end
  end
end

local function line_of(text)
  return vim.fn.search(text, "nw")
end

local function ask(method, line)
  local position = { line = line - 1, character = 2 }
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = position,
    range = { start = position, ["end"] = position },
    context = { diagnostics = {} },
  }
  for _, reply in pairs(assert(vim.lsp.buf_request_sync(0, method, params, PATIENCE))) do
    return reply.result
  end
end

local function test()
  vim.cmd("edit LiveOut.c")
  local loop = line_of("this loop")
  wait("the obstacle", function() return first_code(loop) == "LiveOut" end)
  say("shows LiveOut")

  assert(vim.inspect(ask("textDocument/hover", loop)):find("loop stays sequential"))
  say("hovers")

  local actions
  wait("a quick fix", function()
    actions = ask("textDocument/codeAction", loop)
    return actions and #actions > 0
  end)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  wait("the parallel loop", function() return first_code(line_of("this loop")) == "Doall" end)
  say("applies a quick fix")

  vim.cmd("silent write | edit other.c")
  local clients = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  assert(#clients == 1, "one server for one root, not " .. #clients)
  say("root " .. clients[1].config.root_dir)
end

local is_good, problem = xpcall(test, debug.traceback)
say(is_good and "done" or problem)
vim.cmd(is_good and "qall!" or "cquit")
