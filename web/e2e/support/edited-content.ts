/**
 * The editor of the content with a folder that a test can read: one of the browser's own file system,
 * because no program can choose a folder in the dialogue of an operating system.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { filesBelow } from "../../scripts/measure.mjs";

const at = (place: string) => fileURLToPath(new URL(`../../../${place}`, import.meta.url));
const DEVSERVER = process.env["DEVSERVER_PROGRAM"] ?? at("target/debug/devserver");
const GENERATE = process.env["GENERATE_PROGRAM"] ?? at("target/debug/generate");

/** A scratch copy of the content, and the editor for it at an address of its own. */
export class EditedContent {
  address = "";
  private stop = async () => {};

  private constructor(readonly root: string) {}

  private get problem() {
    return path.join(this.root, "problem.txt");
  }

  static async open(): Promise<EditedContent> {
    const edited = new EditedContent(await mkdtemp(path.join(tmpdir(), "edited-")));
    await cp(at("content"), path.join(edited.root, "content"), { recursive: true });
    const editor = path.join(edited.root, "editor");
    await cp(at("web/dist-editor"), editor, { recursive: true });
    await generate(["editor", "--root", edited.root, "--into", editor]);
    const site = ["--dist", at("web/dist"), "--addr", "127.0.0.1:0", "--live"];
    const options = [...site, "--editor", editor, "--problem", edited.problem];
    const server = spawn(DEVSERVER, options, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(server, "exit");
    const [greeting] = (await once(server.stdout, "data")) as [Buffer];
    edited.address = /http:\/\/[\d.:]+/.exec(greeting.toString())?.[0] ?? "";
    edited.stop = async () => {
      server.kill();
      await ended;
    };
    return edited;
  }

  async close() {
    await this.stop();
    await rm(this.root, { recursive: true, force: true });
  }

  /** Gives the content to the browser. The editor then opens it in place of a chosen folder. */
  async give(page: Page) {
    const content = path.join(this.root, "content");
    const names = await filesBelow(content);
    const files = names.map(async (name): Promise<File> => {
      return [`content/${name}`, (await readFile(path.join(content, name))).toString("base64")];
    });
    await page.evaluate(
      async (given) => {
        const root = await navigator.storage.getDirectory();
        await root.getDirectoryHandle(".git", { create: true });
        for (const [name, bytes] of given) {
          const folders = name.split("/");
          const last = folders.pop() ?? "";
          let folder = root;
          for (const part of folders)
            folder = await folder.getDirectoryHandle(part, { create: true });
          const file = await folder.getFileHandle(last, { create: true });
          const writable = await file.createWritable();
          await writable.write(await (await fetch(`data:;base64,${bytes}`)).blob());
          await writable.close();
        }
        Object.assign(globalThis, { showDirectoryPicker: () => root });
      },
      await Promise.all(files),
    );
  }

  /** Takes what the browser has back into the scratch copy. */
  async take(page: Page) {
    const files = await page.evaluate(async () => {
      const found: [string, number[]][] = [];
      const walk = async (folder: FileSystemDirectoryHandle, below: string) => {
        for await (const [name, handle] of folder.entries()) {
          const inside = below + name;
          if (handle instanceof FileSystemDirectoryHandle) await walk(handle, `${inside}/`);
          else if (handle instanceof FileSystemFileHandle)
            found.push([inside, [...new Uint8Array(await (await handle.getFile()).arrayBuffer())]]);
        }
      };
      await walk(await navigator.storage.getDirectory(), "");
      return found;
    });
    await rm(path.join(this.root, "content"), { recursive: true, force: true });
    for (const [name, bytes] of files) {
      const file = path.join(this.root, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, Buffer.from(bytes));
    }
  }

  /** Says that something is wrong with what was saved, or with an empty text that nothing is. */
  async say(problem: string) {
    await writeFile(this.problem, problem);
  }

  /** Builds the scratch copy as a build does; fails with the build's words. */
  async build() {
    await generate(["content", "--root", this.root]);
  }

  /** A file of the content, or one that was built from it. */
  async text(name: string): Promise<string> {
    return await readFile(path.join(this.root, name), "utf8");
  }
}

/** A path and its bytes in base64. */
type File = [string, string];

async function generate(options: string[]) {
  await promisify(execFile)(GENERATE, options);
}
