/** A server of the built site for one journey, which can be ended, started again and deployed to. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "../../scripts/measure.mjs";

/** The program, as cargo leaves it unless another is named. */
const PROGRAM =
  process.env["DEVSERVER_PROGRAM"] ??
  fileURLToPath(new URL("../../../target/debug/devserver", import.meta.url));
const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

export class OwnSite {
  private child: ChildProcess | undefined;
  private builds = 1;
  address = "";

  private constructor(readonly dist: string) {}

  static async open(): Promise<OwnSite> {
    const site = new OwnSite(await mkdtemp(path.join(tmpdir(), "site-")));
    await cp(DIST, site.dist, { recursive: true });
    // Every file is sent as it is written here.
    const packed = (await filesBelow(site.dist)).filter((file) => /\.(br|gz)$/.test(file));
    await Promise.all(packed.map((file) => rm(path.join(site.dist, file))));
    await site.start();
    return site;
  }

  /** At the same address as before, if it has had one. */
  async start() {
    const addr = this.address === "" ? "127.0.0.1:0" : new URL(this.address).host;
    this.child = spawn(PROGRAM, ["--dist", this.dist, "--addr", addr]);
    this.address = await said(this.child, /at (http:\/\/[\d.:]+)/);
  }

  /** From now on there is no connection to it. */
  async stop() {
    const { child } = this;
    this.child = undefined;
    if (!child) return;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }

  /** From now on it takes connections and answers nothing. */
  hang() {
    this.child?.kill("SIGSTOP");
  }

  goOn() {
    this.child?.kill("SIGCONT");
  }

  async close() {
    this.goOn();
    await this.stop();
    await rm(this.dist, { recursive: true, force: true });
  }

  /**
   * Puts another build in its place: each of its scripts has another name, those of the build before are
   * gone, and every page says which build it is of.
   */
  async deploy() {
    this.builds += 1;
    const scripts = (await filesBelow(path.join(this.dist, "assets"))).filter(isScript);
    const names = scripts.map((name): [string, string] => [name, `b${this.builds}-${name}`]);
    const files = await filesBelow(this.dist);
    for (const file of files.filter((name) => /\.(html|js)$/.test(name))) {
      await this.change(file, (before) => {
        let text = before;
        for (const [was, is] of names) text = text.replaceAll(was, is);
        return text.replace("<script data-", `<script data-build="${this.builds}" data-`);
      });
    }
    for (const [was, is] of names) {
      await rename(path.join(this.dist, "assets", was), path.join(this.dist, "assets", is));
    }
    await this.change("sw.js", (text) => text.replace(/\b[0-9a-f]{16}\b/, `build-${this.builds}`));
    await this.publish();
  }

  /** Changes a file of the site. */
  async change(file: string, to: (text: string) => string) {
    const place = path.join(this.dist, file);
    await writeFile(place, to(await readFile(place, "utf8")));
  }

  /** Has what was changed served. */
  async publish() {
    const served = this.child ? said(this.child, /new build/) : undefined;
    await this.change(".build", (stamp) => `${stamp.trim()}+\n`);
    await served;
  }
}

function isScript(name: string) {
  return name.endsWith(".js");
}

/** Waits until a program says this; gives the first group. */
function said(child: ChildProcess, words: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (more: Buffer) => {
      text += more.toString();
      const found = words.exec(text);
      if (found) resolve(found[1] ?? "");
    });
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`The server has ended: ${text}`)));
  });
}
