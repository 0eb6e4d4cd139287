/**
 * What Orca says of a referral and a message, in Firefox: `npm run orca --prefix web`
 * (docs/accessibility.md). It has a screen, a bus and a home of its own. `cargo xtask test` leaves
 * it out, because few machines have Orca.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { fillMessage } from "./support/contact";
import { open } from "./support/pages";
import { BINU, fillAsGuest, openReferral } from "./support/programme";
import { expect, test as base } from "./support/test";

/** Starting it, Firefox included. */
const TIMEOUT_MS = 60_000;

/** What it says, which it writes into a file of its home. */
class Orca {
  private heard = 0;

  constructor(private readonly home: string) {}

  static logIn(home: string) {
    return path.join(home, "orca.log");
  }

  /** Expects each of these texts since `finish`, in any order, and prints everything that is said. */
  async expectSaid(...texts: string[]) {
    const said = async () => (await this.lines()).slice(this.heard).join("\n");
    for (const text of texts) await expect.poll(said, { timeout: TIMEOUT_MS }).toContain(text);
    await this.finish();
  }

  /** Waits until it has nothing more to say. */
  async finish() {
    let count = -1;
    const grown = async () => {
      const before = count;
      count = (await this.lines()).length;
      return count - before;
    };
    await expect.poll(grown, { intervals: [2000], timeout: TIMEOUT_MS }).toBe(0);
    console.log((await this.lines()).slice(this.heard).join("\n"));
    this.heard = count;
  }

  private async lines() {
    const log = await readFile(Orca.logIn(this.home), "utf8");
    return Array.from(log.matchAll(/SPEECH OUTPUT: '(.*?)'(?:\{|$)/gm), ([, words = ""]) => words);
  }
}

const test = base.extend<object, { orca: Orca }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const home = await mkdtemp(path.join(tmpdir(), "orca-"));
      const env: Record<string, string | undefined> = {
        ...launchOptions.env,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        LANG: "en_GB.UTF-8",
        GNOME_ACCESSIBILITY: "1",
        // There is nobody to listen: it need not be spoken aloud.
        SPEECHD_ADDRESS: "inet_socket:127.0.0.1:1",
      };
      const programs: ChildProcess[] = [];
      const start = (program: string, ...given: string[]) => {
        const child = spawn(program, given, { env, stdio: ["ignore", "pipe", "ignore"] });
        programs.push(child);
        return child;
      };
      try {
        env["DISPLAY"] = `:${await firstLine(start("Xvfb", "-displayfd", "1"))}`;
        const bus = start("dbus-daemon", "--session", "--nofork", "--print-address");
        env["DBUS_SESSION_BUS_ADDRESS"] = await firstLine(bus);
        start("/usr/libexec/at-spi-bus-launcher", "--launch-immediately");
        start("orca", "--replace", "--debug-file", Orca.logIn(home));
        await use({ ...launchOptions, env, headless: false });
      } finally {
        for (const program of programs.toReversed()) program.kill();
        await rm(home, { recursive: true, force: true });
      }
    },
    { scope: "worker", timeout: TIMEOUT_MS },
  ],
  orca: [
    async ({ launchOptions }, use) => use(new Orca(launchOptions.env?.["HOME"] ?? "")),
    { scope: "worker" },
  ],
});

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [words] = stdout ? await once(stdout, "data") : [];
  return String(words).trim();
}

async function press(page: Page, name: string) {
  await page.getByRole("button", { name }).press("Enter");
}

test("it reads out a form's errors and every notice", async ({ page, orca }) => {
  test.setTimeout(5 * TIMEOUT_MS);
  await openReferral(page);
  await orca.expectSaid("Referral Program");
  await press(page, "Submit Referral");
  await orca.expectSaid(
    "Your Name entry required.\ninvalid entry.\nEnter your name.",
    "Error Please fill in all required fields for referral.",
  );
  await fillAsGuest(page);
  await press(page, "Submit Referral");
  await orca.expectSaid(`Referral Submitted! ${BINU.name} was successfully referred.`);
  await open(page, "/contact");
  await fillMessage(page);
  await press(page, "Send Message");
  await orca.expectSaid("Message Sent! Thank you for reaching out.");
});
