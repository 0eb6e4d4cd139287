#!/usr/bin/env node
/**
 * Starts Firefox for Playwright; `FIREFOX_PATH` names the program. Playwright speaks WebDriver BiDi
 * and sets the colour scheme with a command that Firefox 153 does not have. This script answers
 * that command by changing Firefox's settings, and passes everything else through.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket, WebSocketServer } from "ws";

const args = [...process.argv.slice(2), "--remote-allow-system-access"];
const stdio = ["ignore", "inherit", "pipe"];
const firefox = spawn(process.env["FIREFOX_PATH"], args, { stdio });
firefox.on("exit", (code) => process.exit(code ?? 1));
process.on("SIGTERM", () => firefox.kill());

createInterface(firefox.stderr).on("line", async (line) => {
  const [, address] = /WebDriver BiDi listening on (ws:.*)/.exec(line) ?? [];
  console.error(address ? `WebDriver BiDi listening on ${await relayTo(address)}` : line);
});

/** Listens for Playwright and returns its own address. */
async function relayTo(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.on("listening", resolve));
  server.on("connection", async (playwright) => {
    const session = new Session(new WebSocket(`${address}/session`), playwright);
    playwright.on("message", (text) => session.forward(JSON.parse(text)));
  });
  return `ws://127.0.0.1:${server.address().port}`;
}

class Session {
  /** Our own commands, by number. The numbers are higher than any that Playwright uses. */
  answers = new Map();
  next = 2 ** 40;

  constructor(browser, playwright) {
    this.browser = browser;
    this.opened = new Promise((resolve) => browser.on("open", resolve));
    browser.on("message", (text) => {
      const { id, result, error, message } = JSON.parse(text);
      const answer = this.answers.get(id);
      this.answers.delete(id);
      if (answer && error) answer.reject(new Error(`${error}: ${message}`));
      else if (answer) answer.resolve(result);
      else playwright.send(String(text));
    });
    browser.on("close", () => playwright.close());
    playwright.on("close", () => browser.close());
    this.playwright = playwright;
  }

  async forward(command) {
    await this.opened;
    if (command.method !== "emulation.setMediaFeaturesOverride") {
      this.browser.send(JSON.stringify(command));
      return;
    }
    const { id } = command;
    const answer = await this.setColourScheme(command.params.features["prefers-color-scheme"]).then(
      () => ({ type: "success", id, result: {} }),
      ({ message }) => ({ type: "error", id, error: "unknown error", message }),
    );
    this.playwright.send(JSON.stringify(answer));
  }

  async setColourScheme(scheme) {
    const name = "layout.css.prefers-color-scheme.content-override";
    const { contexts } = await this.ask("browsingContext.getTree", { "moz:scope": "chrome" });
    await this.ask("script.evaluate", {
      expression: `Services.prefs.setIntPref("${name}", ${scheme === "dark" ? 0 : 1})`,
      target: { context: contexts[0].context },
      awaitPromise: false,
    });
  }

  ask(method, params) {
    const id = (this.next += 1);
    this.browser.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.answers.set(id, { resolve, reject }));
  }
}
