/**
 * A server of the built site for one journey. It can be stopped and restarted, and a new build can
 * be deployed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "../../scripts/measure.mjs";

/** The program: cargo's, unless the environment names another. */
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
    // Without the compressed files, the server sends each file as it is written here.
    const packed = (await filesBelow(site.dist)).filter((file) => /\.(br|gz)$/.test(file));
    await Promise.all(packed.map((file) => rm(path.join(site.dist, file))));
    await site.start();
    return site;
  }

  /** Starts it, at the same address as before. */
  async start() {
    const addr = this.address === "" ? "127.0.0.1:0" : new URL(this.address).host;
    this.child = spawn(PROGRAM, ["--dist", this.dist, "--addr", addr]);
    this.address = await said(this.child, /at (http:\/\/[\d.:]+)/);
  }

  /** Stops it, so that connections fail. */
  async stop() {
    const { child } = this;
    this.child = undefined;
    if (!child) return;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }

  /** Stops it, and accepts connections without answering. */
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
   * Deploys another build: each script gets another name, the old scripts are removed, and every
   * page, worker and list of what to store names its build.
   */
  async deploy() {
    this.builds += 1;
    const scripts = (await filesBelow(path.join(this.dist, "assets"))).filter(isScript);
    const names = scripts.map((name): [string, string] => [name, `b${this.builds}-${name}`]);
    const files = await filesBelow(this.dist);
    for (const file of files.filter((name) => /\.(html|js|json)$/.test(name))) {
      await this.change(file, (before) => {
        let text = before;
        for (const [was, is] of names) text = text.replaceAll(was, is);
        if (file === "sw.js" || file.endsWith("/list.json"))
          return text.replace(/\b[0-9a-f]{16}\b/, `build-${this.builds}`);
        return text.replace("<script data-", `<script data-build="${this.builds}" data-`);
      });
    }
    for (const [was, is] of names) {
      await rename(path.join(this.dist, "assets", was), path.join(this.dist, "assets", is));
    }
    await this.publish();
  }

  /** Changes a file of the site. */
  async change(file: string, to: (text: string) => string) {
    const place = path.join(this.dist, file);
    await writeFile(place, to(await readFile(place, "utf8")));
  }

  /** Makes the server load the changed files. */
  async publish() {
    const served = this.child ? said(this.child, /new build/) : undefined;
    await this.change(".build", (stamp) => `${stamp.trim()}+\n`);
    await served;
  }
}

function isScript(name: string) {
  return name.endsWith(".js");
}

/** Waits until a program prints this. Returns the first group of the match. */
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
