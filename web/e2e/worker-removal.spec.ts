/** Removing the service worker from browsers that have it. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { addressOf } from "./support/hosted-server";
import { builds, visit } from "./support/offline";
import { expect, test } from "./support/test";

const PROGRAM =
  process.env["SERVER_PROGRAM"] ??
  fileURLToPath(new URL("../../target/debug/server", import.meta.url));
const DIST = fileURLToPath(new URL("../dist", import.meta.url));

test.use({ serviceWorkers: "allow" });

/** Serves the site with its programme in this folder, at this address. */
async function serve(
  folder: string,
  addr: string,
  more: string[],
): Promise<[ChildProcess, string]> {
  const sender = ["--sender", "log", "--sender-file", `${folder}/codes`];
  const at = ["--dist", DIST, "--addr", addr, "--operators-addr", "127.0.0.1:0"];
  const flags = [...at, ...databaseIn(folder), ...sender, ...more];
  const child = spawn(PROGRAM, flags, { stdio: ["ignore", "pipe", "ignore"] });
  return [child, await addressOf(child)];
}

const databaseIn = (folder: string) => ["--database", `sqlite://${folder}/programme.db`];

async function stop(server: ChildProcess) {
  const stopped = new Promise((resolve) => server.once("exit", resolve));
  server.kill();
  await stopped;
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

const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test("a browser with the worker loses it and everything stored once the server has it off", async ({
  page,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), "worker-"));
  await promisify(execFile)(PROGRAM, ["init", ...databaseIn(folder)]);
  let [server, address] = await serve(folder, "127.0.0.1:0", []);
  try {
    await visit(page, address);
    await visit(page, `${address}/ar`);
    expect(await builds(page)).toHaveLength(1);

    await stop(server);
    [server] = await serve(folder, new URL(address).host, ["--service-worker", "off"]);
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
    await stop(server);
    await rm(folder, { recursive: true, force: true });
  }
});
