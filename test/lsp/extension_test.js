// The VS Code extension starts the server that the settings name, for C files; the server answers and is stopped.
// Usage: extension_test.js BUILD_DIRECTORY. The editor's modules are replaced by small ones; the server is the real one.
"use strict";

const assert = require("assert");
const { spawn } = require("child_process");
const Module = require("module");
const path = require("path");

const settings = { path: path.resolve(process.argv[2], "bin/kasuri"), arguments: ["--cores=2"] };
let stopped = 0;

class LanguageClient {
  constructor(id, name, server, client) {
    assert.deepStrictEqual(client.documentSelector, [
      { scheme: "file", language: "c" },
      { scheme: "untitled", language: "c" },
    ]);
    this.server = server;
  }

  start() {
    this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "ignore"] });
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    return new Promise((resolve) => this.process.stdout.once("data", (data) => resolve(data.toString())));
  }

  stop() {
    stopped++;
    this.process.stdin.end();
    return new Promise((resolve) => this.process.once("exit", resolve));
  }
}

const replaced = {
  vscode: { workspace: { getConfiguration: (name) => ({ get: (key) => name === "kasuri" && settings[key] }) } },
  "vscode-languageclient/node": { LanguageClient },
};
const load = Module._load;
Module._load = (name, ...rest) => replaced[name] || load(name, ...rest);

async function main() {
  const folder = path.join(__dirname, "../../editors/vscode");
  const manifest = require(path.join(folder, "package.json"));
  assert.deepStrictEqual(Object.keys(manifest.contributes.configuration.properties), ["kasuri.path", "kasuri.arguments"]);
  const extension = require(path.join(folder, manifest.main));
  const reply = await extension.activate();
  assert.match(reply, /"hoverProvider":true/);
  await extension.deactivate();
  assert.strictEqual(stopped, 1);
}

main().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
