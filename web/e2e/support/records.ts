/** The records of a hosted server, through its HTTP interface as the admin. */
import { ADMIN, exported, KEYS } from "./programme";

type Keys = { codeOf(mobile: string): Promise<string>; secondFactor(): string };

export class Records {
  private cookie: Promise<string> | undefined;

  constructor(
    private readonly address: string,
    private readonly keys: Keys,
  ) {}

  /** The content of a storage key in browser mode, except the login. */
  async under(key: string): Promise<Record<string, unknown>[]> {
    const answer = await this.ask("/export?format=json");
    const copy = (await answer.json()) as Record<string, Record<string, unknown>[]>;
    return copy[key] ?? [];
  }

  /** Imports the content of storage keys of browser mode. */
  async import(entries: Record<string, string>) {
    const list = (key: string) => JSON.parse(entries[key] ?? "[]") as Record<string, unknown>[];
    const numbers = list(KEYS.accounts).map((user) => String(user["mobileNumber"]));
    const text = exported(list(KEYS.referrals), numbers);
    const headers = { "content-type": "application/json" };
    await this.ask("/import?preview=false", { method: "POST", body: text, headers });
  }

  /** Gives a command on this person's referral, as another member of staff. */
  async command(name: string, command: Record<string, unknown>) {
    const list = await (await this.ask("/referrals")).json();
    type Listed = { key: string; version: number; referral: { referredName: string } };
    const { referrals } = list as { referrals: Listed[] };
    const found = referrals.find(({ referral }) => referral.referredName === name);
    if (!found) throw new Error(`${name} is not there`);
    const body = JSON.stringify({ version: found.version, command });
    const headers = { "content-type": "application/json" };
    const path = `/referrals/${encodeURIComponent(found.key)}/commands`;
    await this.ask(path, { method: "POST", body, headers });
  }

  /** Publishes these rules as the first rulebook. */
  async publish(rules: readonly Record<string, unknown>[]) {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ version: 0, rules });
    await this.ask("/rulebooks", { method: "PUT", body, headers });
  }

  /** The admin's id in histories. */
  async ownId(): Promise<string> {
    const view = await (await this.ask("/session")).json();
    return (view as { staff: { id: string } }).staff.id;
  }

  /** Invites a colleague. Returns their id. */
  async invite(value: Record<string, unknown>): Promise<string> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(value);
    const made = await (await this.ask("/staff", { method: "POST", body, headers })).json();
    return (made as { value: { id: string } }).value.id;
  }

  /** Gives the admin a name, as staff have one. */
  async nameOwner(name: string) {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name, role: "owner", services: [] });
    await this.ask(`/staff/${await this.ownId()}`, { method: "PATCH", body, headers });
  }

  /** Makes an API token with these scopes. */
  async token(scopes: readonly string[]): Promise<string> {
    const body = JSON.stringify({ name: "A program", scopes, days: 1 });
    const headers = { "content-type": "application/json" };
    const made = await (await this.ask("/tokens", { method: "POST", body, headers })).json();
    return (made as { value: { secret: string } }).value.secret;
  }

  private async ask(path: string, init: RequestInit = {}): Promise<Response> {
    this.cookie ??= this.logIn();
    const headers = { ...init.headers, cookie: await this.cookie };
    return good(await fetch(`${this.address}/api${path}`, { ...init, headers }));
  }

  private async logIn(): Promise<string> {
    const sent = await (await this.post("/codes", { mobile: ADMIN })).json();
    const { challenge } = (sent as { value: { challenge: string } }).value;
    const code = await this.keys.codeOf(ADMIN);
    const loggedIn = await this.post("/session", { challenge, code, mode: "login" });
    const factor = { code: this.keys.secondFactor() };
    return cookieOf(await this.post("/session/second-factor", factor, cookieOf(loggedIn)));
  }

  private async post(path: string, body: unknown, cookie = ""): Promise<Response> {
    const headers = { "content-type": "application/json", cookie };
    const init = { method: "POST", body: JSON.stringify(body), headers };
    return good(await fetch(`${this.address}/api${path}`, init));
  }
}

function cookieOf(answer: Response): string {
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function good(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
