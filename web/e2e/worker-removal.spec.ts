/** Removing the service worker from browsers while a server runs. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { addressOf } from "./support/hosted-server";
import { expect, test } from "./support/test";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));

test.use({ serviceWorkers: "allow" });

const databaseIn = (folder: string) => ["--database", `sqlite://${folder}/programme.db`];

/** The program that serves the site, what it is told before it serves, and how an operator removes the worker with it. */
const PROGRAMS = [
  {
    name: "devserver",
    program: process.env["DEVSERVER_PROGRAM"],
    flags: () => [],
    first: undefined,
    removal: ["--remove-worker"],
  },
  {
    name: "server",
    program: process.env["SERVER_PROGRAM"],
    flags: (folder: string) => {
      const sender = ["--sender", "log", "--sender-file", `${folder}/codes`];
      return [...databaseIn(folder), ...sender, "--operators-addr", "127.0.0.1:0"];
    },
    first: (folder: string) => ["init", ...databaseIn(folder)],
    removal: ["remove-worker"],
  },
];

/** Starts a program and returns it with the address that it prints. */
async function start(program: string, flags: string[]): Promise<[ChildProcess, string]> {
  const child = spawn(program, flags, { stdio: ["ignore", "pipe", "ignore"] });
  return [child, await addressOf(child)];
}

/** Notes in the page when it has registered a service worker, which it does after some seconds. */
function noteRegistration() {
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = async function (...given) {
    const registered = await register.apply(this, given);
    document.documentElement.dataset["worker"] = "registered";
    return registered;
  };
}

/** The names of the stored builds. */
function builds(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}

function workers(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
}

for (const { name, program: given, flags, first, removal } of PROGRAMS) {
  test(`a browser with the worker loses it and everything stored after the ${name}'s command`, async ({
    page,
  }) => {
    const program = given ?? fileURLToPath(new URL(`../../target/debug/${name}`, import.meta.url));
    const folder = await mkdtemp(path.join(tmpdir(), "worker-"));
    // With its compressed files, which servers prefer.
    const dist = path.join(folder, "dist");
    await cp(DIST, dist, { recursive: true });
    const common = ["--dist", dist, "--addr", "127.0.0.1:0"];
    if (first) await promisify(execFile)(program, first(folder));
    const [server, address] = await start(program, [...common, ...flags(folder)]);
    try {
      await page.goto(address);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await expect.poll(() => builds(page)).toHaveLength(1);

      await promisify(execFile)(program, [...removal, "--dist", dist]);
      await expect(async () => {
        await page.goto(`${address}/services`);
        expect(await builds(page)).toEqual([]);
        expect(await workers(page)).toBe(0);
      }).toPass();
      await test.step("and no later page brings it back", async () => {
        await page.addInitScript(noteRegistration);
        await page.goto(`${address}/contact`);
        await expect(page.locator("html")).toHaveAttribute("data-worker", "registered");
        await expect.poll(() => workers(page)).toBe(0);
        expect(await builds(page)).toEqual([]);
      });
    } finally {
      server.kill();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
