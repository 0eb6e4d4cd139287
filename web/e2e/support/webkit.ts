/**
 * WebKitGTK's minimal browser, on a virtual screen, driven over WebDriver. It needs Debian's
 * `webkit2gtk-driver` and `xvfb`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { freePort } from "./hosted-server";
import { keepNotices } from "./programme";

const DRIVER = "WebKitWebDriver";
const SCREEN = "Xvfb";
const [BROWSER] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");

/** A selector for candidates of a role. WebKit then says which of them have it. */
const MARKUP = {
  button: "button, summary",
  combobox: "select",
  dialog: "dialog",
  heading: "h1, h2, h3",
  link: "a[href]",
  searchbox: "input[type=search]",
  table: "table",
  textbox: "input, textarea",
};
type Role = keyof typeof MARKUP;
type Name = string | RegExp;

/** The key of an element's id in WebDriver's JSON. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
export type Element = { [ELEMENT]: string };

/** By then it hangs: the start of a browser, the loading of a page, and an answer of the driver. */
const STARTING_MS = 120_000;
const LOADING_MS = 60_000;
const ANSWERING_MS = 90_000;

export class WebKit {
  private constructor(
    private readonly session: string,
    /** The base URL of the site. */
    private readonly site: string,
  ) {}

  /** Starts a browser with empty storage, and stops it after `use`. */
  static async with(site: string, flags: string[], use: (webkit: WebKit) => Promise<void>) {
    const screen = spawn(SCREEN, ["-displayfd", "1", "-screen", "0", "1280x900x24"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const env = { ...process.env, DISPLAY: `:${await firstWords(screen)}`, LANG: "en_GB.UTF-8" };
      const { driver, session } = await startBrowser(env, flags);
      const webkit = new WebKit(session, site);
      try {
        await webkit.pictured(use);
        await webkit.send("DELETE", "");
      } finally {
        driver.kill();
      }
    } finally {
      screen.kill();
    }
  }

  /** Keeps a picture of the page if the journey fails. */
  private async pictured(use: (webkit: WebKit) => Promise<void>) {
    let failure: unknown;
    await use(this).catch((error: unknown) => (failure = error));
    // The journey is not part of a fixture's promise.
    if (failure || test.info().errors.length > 0) {
      // A browser that hangs draws nothing any more. Why the journey failed is what counts.
      await this.keepPicture().catch(() => undefined);
    }
    if (failure) throw failure;
  }

  private async keepPicture() {
    const path = test.info().outputPath("screenshot.png");
    await writeFile(path, Buffer.from(String(await this.send("GET", "/screenshot")), "base64"));
    test.info().attachments.push({ name: "screenshot", path, contentType: "image/png" });
  }

  async open(path: string) {
    await this.send("POST", "/url", { url: this.site + path });
    await this.run(`(${keepNotices})()`);
  }

  /** Sets the window's size in CSS pixels. It is never narrower than 334. */
  async resize(width: number, height = 900) {
    // A window that has just been opened may ignore it.
    const set = async () => {
      await this.send("POST", "/window/rect", { width, height });
      return this.run("return innerWidth");
    };
    await expect.poll(set).toBe(width);
  }

  /** Runs this in the page as the body of a function. Awaits a promise. */
  async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await this.send("POST", "/execute/sync", { script, args })) as T;
  }

  /** The text of the page. */
  text(): Promise<string> {
    return this.run("return document.body.innerText");
  }

  /** Waits until the page has this text. */
  async expectText(words: string | RegExp) {
    const expected =
      typeof words === "string" ? expect.stringContaining(words) : expect.stringMatching(words);
    await expect.poll(() => this.text()).toEqual(expected);
  }

  /** Waits for a visible element with this role and name in WebKit's accessibility tree. */
  async find(role: Role, name: Name): Promise<Element> {
    let found: Element | undefined;
    const look = async () => {
      found = undefined;
      for (const element of await this.inSight(MARKUP[role])) {
        const label = await this.of(element, "computedlabel");
        // In WebKitGTK a `<select>` has the role of a button.
        const matches = typeof name === "string" ? label === name : name.test(label);
        if (
          !matches ||
          (await this.of(element, "computedrole")) !== (role === "combobox" ? "button" : role)
        )
          continue;
        found = element;
        break;
      }
      return found !== undefined;
    };
    await expect.poll(look, `${role} ${String(name)}`).toBe(true);
    return found as unknown as Element;
  }

  async click(role: Role, name: Name) {
    await this.with(role, name, async (element) => {
      await this.run("arguments[0].scrollIntoView({ block: 'center' })", element);
      await this.send("POST", `/element/${element[ELEMENT]}/click`, {});
    });
  }

  /** Types into a field, or selects an option by the beginning of its text. */
  async type(role: Role, name: Name, text: string) {
    await this.with(role, name, (field) =>
      this.send("POST", `/element/${field[ELEMENT]}/value`, { text }),
    );
  }

  /** Does something with an element. If the page has replaced it just then, with the new one. */
  private async with(role: Role, name: Name, act: (element: Element) => Promise<unknown>) {
    for (;;) {
      const element = await this.find(role, name);
      const isDone = await act(element).then(() => true, unlessStale);
      if (isDone) return;
    }
  }

  /** The visible elements; none if the page replaces one of them just then. */
  private async inSight(css: string): Promise<Element[]> {
    const found = this.run<Element[]>(
      `return Array.from(document.querySelectorAll(${JSON.stringify(css)}))
        .filter((element) => element.checkVisibility() && !element.closest("[inert]"))`,
    );
    return (await found.catch(unlessStale)) || [];
  }

  private async of(element: Element, property: string): Promise<string> {
    // The element was replaced in the meantime.
    const asked = this.send("GET", `/element/${element[ELEMENT]}/${property}`);
    return String(await asked.catch(() => ""));
  }

  private send(method: string, path: string, body?: unknown) {
    return command(method, this.session + path, body);
  }
}

/**
 * Starts a browser that shows an empty page. About one in some hundred never shows any on a busy machine, not even that:
 * then another takes its place.
 */
async function startBrowser(
  env: NodeJS.ProcessEnv,
  flags: string[],
): Promise<{ driver: ChildProcess; session: string }> {
  for (let left = 2; ; left -= 1) {
    const port = await freePort();
    const driver = spawn(DRIVER, [`--port=${port}`], { env, stdio: "ignore" });
    try {
      const started = startSession(`http://127.0.0.1:${port}/session`, flags);
      const session = await Promise.race([started, failureOf(driver)]);
      await command("POST", `${session}/url`, { url: "about:blank" });
      return { driver, session };
    } catch (error) {
      driver.kill();
      if (left === 0) throw error;
      console.warn("A browser that showed no page was replaced.", error);
    }
  }
}

/** The error of a program that cannot be started, or ends at once. */
function failureOf(program: ChildProcess): Promise<never> {
  return new Promise((_, reject) => {
    program.once("error", reject);
    program.once("exit", (code) => reject(new Error(`${DRIVER} has ended with ${code}`)));
  });
}

/** Creates a session and returns its address. Retries until the driver listens. */
async function startSession(address: string, flags: string[]): Promise<string> {
  const args = ["--automation", "--full-screen", "--time-zone=Asia/Qatar", ...flags];
  const options = {
    timeouts: { pageLoad: LOADING_MS },
    "webkitgtk:browserOptions": { binary: BROWSER, args },
  };
  const until = Date.now() + STARTING_MS;
  for (;;) {
    try {
      const made = await command("POST", address, { capabilities: { alwaysMatch: options } });
      return `${address}/${(made as { sessionId: string }).sessionId}`;
    } catch (error) {
      if (Date.now() > until) throw error;
      await wait(200);
    }
  }
}

/** False for an element that is not on the page any more; any other error is thrown again. */
function unlessStale(error: unknown): false {
  if (error instanceof Error && error.message.includes("stale element reference")) return false;
  throw error;
}

async function command(method: string, address: string, body?: unknown): Promise<unknown> {
  const asked = `${method} ${address} ${JSON.stringify(body)?.slice(0, 200) ?? ""}`;
  const answer = await fetch(address, {
    method,
    signal: AbortSignal.timeout(ANSWERING_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((error: unknown) => {
    throw new Error(`${asked} has no answer`, { cause: error });
  });
  const { value } = (await answer.json()) as { value: { message?: string } | null };
  if (!answer.ok) throw new Error(`${asked}: ${JSON.stringify(value)}`);
  return value;
}

/** The first output of a program. */
function firstWords(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    program.stdout?.once("data", (words: Buffer) => resolve(words.toString().trim()));
    program.once("error", reject);
    program.once("exit", (code) => reject(new Error(`${SCREEN} has ended with ${code}`)));
  });
}
