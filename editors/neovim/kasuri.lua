-- Starts `kasuri lsp` for C buffers. Copy it to ~/.config/nvim/plugin, or source it from init.lua. Neovim 0.7 or newer.
local uv = vim.uv or vim.loop

-- The nearest folder above the file with a database of commands or a repository; the file's own if there is none.
local function root_of(file)
  local own = vim.fn.fnamemodify(file, ":p:h")
  local folder, below = own, nil
  while folder ~= below do
    if uv.fs_stat(folder .. "/compile_commands.json") or uv.fs_stat(folder .. "/.git") then
      return folder
    end
    folder, below = vim.fn.fnamemodify(folder, ":h"), folder
  end
  return own
end

local clients = {} -- by root

-- What vim.lsp.start does since Neovim 0.8: one server for each root.
local function start(config, buffer)
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "c",
  callback = function(event)
    local config = {
      name = "kasuri",
      cmd = vim.g.kasuri_command or { "kasuri", "lsp" },
      root_dir = root_of(vim.api.nvim_buf_get_name(event.buf)),
    }
    if vim.lsp.start then
      vim.lsp.start(config)
    else
      start(config, event.buf)
    end
  end,
})
