-- Starts `kasuri lsp` for C buffers. Copy it to ~/.config/nvim/plugin, or source it from init.lua. Neovim 0.8 or newer.
vim.api.nvim_create_autocmd("FileType", {
  pattern = "c",
  callback = function(event)
    local markers = vim.fs.find({ "compile_commands.json", ".git" }, { upward = true, path = vim.fs.dirname(event.file) })
    vim.lsp.start({
      name = "kasuri",
      cmd = vim.g.kasuri_command or { "kasuri", "lsp" },
      root_dir = vim.fs.dirname(markers[1] or event.file),
    })
  end,
})
