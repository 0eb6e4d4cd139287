/**
 * A fake server for tests of the pages and the console. It answers what a test has set, and notes
 * every request. It serves several browsers, each with its own cookie and connection.
 */
import { vi } from "vitest";

export type SentRequest = {
  /** The method and the path, without a query: "GET /session". */
  readonly request: string;
  /** The path with its query. */
  readonly path: string;
  readonly value: unknown;
  readonly key: string | null;
};

/** A response, or a value that is sent as JSON. */
export type Answer = (request: SentRequest) => unknown;

export class FakeServer {
  readonly requests: SentRequest[] = [];
  /** Answers to requests, by method and path, in place of the server's own. */
  readonly instead: Map<string, Answer>;

  constructor(answers: Readonly<Record<string, Answer>> = {}) {
    this.instead = new Map(Object.entries(answers));
  }

  /** The requests with this method and path, oldest first. */
  of(request: string): readonly SentRequest[] {
    return this.requests.filter((one) => one.request === request);
  }

  async answer(browser: FakeBrowser, url: URL, init: RequestInit): Promise<Response> {
    const [pathname, { method, headers, body }] = [url.pathname.replace("/api", ""), init];
    const request = `${method} ${pathname}`;
    const key = new Headers(headers).get("Idempotency-Key");
    const value: unknown = body ? JSON.parse(String(body)) : undefined;
    const sent = { request, path: pathname + url.search, value, key };
    this.requests.push(sent);
    const answer = this.instead.get(request);
    if (!answer) return this.own(request, browser, url, init);
    const answered = await answer(sent);
    return answered instanceof Response ? answered : Response.json(answered);
  }

  /** The server's own answer. */
  protected own(
    request: string,
    _browser: FakeBrowser,
    _url: URL,
    _init: RequestInit,
  ): Response | Promise<Response> {
    throw new Error(`No answer is set for ${request}`);
  }
}

/** A browser: its cookie, and whether it is online. */
export class FakeBrowser {
  online = true;
  /** Whether answers arrive. */
  hears = true;
  /** How many of the next answers are lost. */
  lost = 0;
  session: string | undefined;

  constructor(private readonly server: FakeServer) {}

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    await Promise.resolve();
    if (!this.online) throw new TypeError("Failed to fetch");
    const answer = await this.server.answer(this, new URL(path, "https://fake.test"), init);
    this.lost -= 1;
    if (!this.hears || this.lost >= 0) throw new TypeError("Failed to fetch");
    return answer;
  };
}

/**
 * Sends the page's requests to the fake server. What is no request of the interface, as the file of
 * the rules, is fetched.
 */
export function connectTo(browser: FakeBrowser) {
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input);
    if (path === "/config.json") return Promise.resolve(Response.json({ mode: "hosted" }));
    return path.startsWith("/api/") ? browser.fetch(path, init) : real(input, init);
  });
}

const real = window.fetch.bind(window);
