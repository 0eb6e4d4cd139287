/**
 * A server in hosted mode, with its own database and authenticator app.
 *
 * Rust's tests have `crates/testkit` for this. It is a library: journeys would need a program of it,
 * and a way to ask that program for codes, second factors and operators' commands, which is longer
 * than starting the server here.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { Authenticator } from "./authenticator";
import { newContext } from "./contexts";
import { ADMIN, keepNotices, logIn, type Mode, openReferral, setServer } from "./programme";
import { Records } from "./records";

/** The program: cargo's, unless the environment names another. */
const PROGRAM =
  process.env["SERVER_PROGRAM"] ??
  fileURLToPath(new URL("../../../target/debug/server", import.meta.url));
const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
/** In base32. */
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/**
 * A line of the file of codes and other text messages. `mobile` is the number for logins, `number` has the
 * country code.
 */
type Sent = { mobile: string; number: string | null; code?: string; text: string };

export class HostedServer {
  private readonly app = new Authenticator(SECRET);
  /** Its records. */
  readonly records: Records;

  constructor(
    /** The base URL, without a slash at the end. */
    readonly address: string,
    private readonly codes: string,
    private readonly flags: readonly string[],
  ) {
    this.records = new Records(address, {
      codeOf: (mobile) => this.codeOf(mobile),
      secondFactor: () => this.secondFactor(),
    });
  }

  /** The last code that was sent to a number. */
  async codeOf(mobile: string): Promise<string> {
    const code = (await this.sentTo(mobile)).findLast((message) => message.code)?.code;
    if (!code) throw new Error(`No code was sent to ${mobile}`);
    return code;
  }

  /** The text messages to a number that have no code. */
  async textsTo(mobile: string): Promise<string[]> {
    const sent = await this.sentTo(mobile);
    return sent.filter(({ code }) => code === undefined).map(({ text }) => text);
  }

  private async sentTo(mobile: string): Promise<Sent[]> {
    const lines = (await readFile(this.codes, "utf8")).trim().split("\n");
    const sent = lines.map((line) => JSON.parse(line) as Sent);
    return sent.filter((message) => message.mobile === mobile || message.number === `+${mobile}`);
  }

  /** Makes a login code for a number, as the operator. */
  async loginCode(mobile: string): Promise<string> {
    const command = ["login-code", mobile, "--database", databaseIn(path.dirname(this.codes))];
    const { stdout } = await promisify(execFile)(PROGRAM, command);
    return stdout.split("\n")[0] ?? "";
  }

  logIn(page: Page, mode: Mode, mobile: string) {
    return logIn(page, mode, mobile);
  }

  /** The code that the admin's authenticator app shows. */
  secondFactor(): string {
    return this.app.next();
  }

  /** Makes recovery codes, as the operator. */
  async recoveryCodes(): Promise<string[]> {
    const printed = await this.operator("recovery-codes");
    return printed.split("\n").filter((line) => /^\d/.test(line));
  }

  /** Runs an operator's command and returns its output. */
  async operator(...command: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(PROGRAM, [...command, ...this.flags]);
    return stdout;
  }

  /** Opens the referral page on another device. */
  async onAnotherDevice(browser: Browser): Promise<Page> {
    const context = await newContext(browser, { baseURL: this.address, javaScriptEnabled: true });
    setServer(context, this);
    await context.addInitScript(keepNotices);
    const page = await context.newPage();
    await openReferral(page);
    return page;
  }
}

/** Starts a server, with a host name if one is given, and stops it after `use`. */
export async function withServer(
  use: (server: HostedServer) => Promise<void>,
  name: string | undefined,
) {
  const folder = await mkdtemp(path.join(tmpdir(), "hosted-"));
  const codes = path.join(folder, "codes");
  const address = `127.0.0.1:${name ? await freePort() : 0}`;
  const named = name ? ["--public-url", `http://${address.replace("127.0.0.1", name)}`] : [];
  const settings = [...flagsOf(folder, codes), "--addr", address, ...named];
  if (!existsSync(PROGRAM)) throw new Error("There is no server: cargo build -p server");
  await promisify(execFile)(PROGRAM, ["init", "--database", databaseIn(folder)]);
  const child = spawn(PROGRAM, settings, { stdio: ["ignore", "pipe", "pipe"] });
  try {
    const url = await addressOf(child);
    await use(new HostedServer(name ? url.replace("127.0.0.1", name) : url, codes, settings));
  } finally {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

function flagsOf(folder: string, codes: string): string[] {
  const served = ["--dist", DIST, "--database", databaseIn(folder)];
  const operators = ["--operators-addr", "127.0.0.1:0"];
  const sender = ["--sender", "log", "--sender-file", codes];
  const admin = ["--admin-number", ADMIN, "--admin-totp-secret", SECRET];
  return [...served, ...operators, ...sender, ...admin];
}

/**
 * A port that nothing listens at, for what has to know it beforehand. It is none of those that a system
 * gives out by itself, because a neighbour could be given it in between.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const probe = createServer().listen(port, "127.0.0.1");
    // Rejected if something listens there.
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}

function databaseIn(folder: string): string {
  return `sqlite://${path.join(folder, "programme.db")}`;
}

/** Waits for the line that the server prints when it is ready. */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (words: Buffer) => {
      said += words.toString();
      const [, address] = /Serving .* at (http:\/\/[\d.:]+)/.exec(said) ?? [];
      if (address) resolve(address);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`The server has ended: ${said}`)));
  });
}
