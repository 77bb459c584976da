// Starts `kasuri lsp` for C sources. The client library translates between the protocol and the editor.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const settings = vscode.workspace.getConfiguration("kasuri");
  const server = { command: settings.get("path"), args: ["lsp", ...settings.get("arguments")] };
  client = new LanguageClient("kasuri", "Kasuri", server, {
    documentSelector: [{ scheme: "file", language: "c" }, { scheme: "untitled", language: "c" }],
  });
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
