/** The HTTP interface: requests and answers as JSON, every answer one of those a page knows. */
import type { Code, HostedCode, Problem, Puzzle } from "@bindings";
import { HOSTED_LENGTHS, HOSTED_WORDS } from "@bindings/hosted-words";
import type { Accepted, Failed, Refused } from "@/programme/programme";

/** How long an answer may take, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** And where a whole programme is carried. */
export const TRANSFER_TIMEOUT_MS = 120_000;
/** How long to wait before a write that got no answer is tried again, in milliseconds. */
const PAUSES_MS = [1000, 3000];

/** Stands for a guest where a member's number would. */
export const GUEST = "guest";

export type ApiRequest = {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** What is sent: a value as JSON, or a text as it is. */
  readonly value?: unknown;
  readonly text?: string;
  /** Makes a retry the same request. What has one is a write. */
  readonly key?: string;
  /** It changes something and cannot be sent again: if no answer comes, nobody knows whether it did. */
  readonly once?: boolean;
  /** Whom it is meant for, by number or as {@link GUEST}, if not whoever is shown. */
  readonly user?: string;
  /** Goes without the session, also where somebody is logged in. */
  readonly anonymous?: boolean;
  readonly timeout?: number;
};

/** The site was not reached, or did not answer in time. What was asked may have been done. */
export type Unreached = Failed & { readonly unreached: true };

/** A refusal and its status, which says whether it may pass by itself. */
export type Refusal = Refused & {
  readonly status: number;
  /** The work to do first. */
  readonly puzzle?: Puzzle;
};

/** What was fetched. */
export type Fetched<T> = { readonly outcome: "accepted"; readonly value: T };

export type Reply<T> = T | Refusal | Failed | Unreached;

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

export class Api {
  /** `shown` says whom the page shows: an answer is for them, or it is a refusal. */
  constructor(
    private readonly send: Fetch,
    private readonly shown?: () => string,
    private readonly pauses: readonly number[] = PAUSES_MS,
  ) {}

  /** Asks for something to be done, and again under the same key while no answer comes. */
  async write<T>(path: string, request: ApiRequest): Promise<Reply<Accepted<T>>> {
    const begun = Date.now();
    let reply = await this.act<T>(path, request);
    for (const pause of this.pauses) {
      // After a long silence somebody has waited long enough.
      if (!wasUnknown(reply) || Date.now() - begun > TIMEOUT_MS) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
      const again = await this.act<T>(path, request);
      // That says nothing about the try before.
      if (needsSecondFactor(again)) break;
      reply = again;
    }
    return reply;
  }

  /** Asks for something to be done; the answer has words. */
  act<T>(path: string, request: ApiRequest): Promise<Reply<Accepted<T>>> {
    return this.ask(path, request, (text) => JSON.parse(text) as Accepted<T>);
  }

  /** Asks for a value. An answer without one is a failure, whoever on the way gave it. */
  fetch<T>(path: string, request: ApiRequest = {}): Promise<Reply<Fetched<T>>> {
    return this.ask(path, request, (text) => ({
      outcome: "accepted",
      value: JSON.parse(text) as T,
    }));
  }

  /** Asks for a text, which may be empty. */
  fetchText(
    path: string,
    request: ApiRequest = { timeout: TRANSFER_TIMEOUT_MS },
  ): Promise<Reply<Fetched<string>>> {
    return this.ask(path, request, (text) => ({ outcome: "accepted", value: text }));
  }

  private async ask<T>(
    path: string,
    request: ApiRequest,
    read: (text: string) => T,
  ): Promise<Reply<T>> {
    const writes = request.key !== undefined || request.once === true;
    // It was not even sent: nothing was saved.
    if (writes && !navigator.onLine) return { ...failed("unavailable"), unreached: true };
    const trouble = writes ? "outcome-unknown" : "unavailable";
    try {
      const init = initOf({ user: this.shown?.(), ...request });
      const response = await this.send(`/api${path}`, init);
      const text = await response.text();
      return response.ok ? read(text) : refusalOf(response.status, text, trouble);
    } catch {
      // No connection, no answer in time, or a page that some network puts in the answer's place.
      return { ...failed(trouble), unreached: true };
    }
  }
}

/** It could not be done; the words are the domain's. */
export function failed(trouble: HostedCode): Failed {
  return { outcome: "failed", trouble, notice: wordsOf(trouble) };
}

/** Whether nobody knows if it was done. */
export function wasUnknown(reply: { readonly outcome: string }): reply is Failed {
  return "trouble" in reply && reply.trouble === "outcome-unknown";
}

/** A refusal that says nothing about the write: whoever asked has to show first who they are. */
export function needsSecondFactor(reply: { readonly outcome: string }): boolean {
  const { codes } = reply as Partial<Refused>;
  return codes?.some((code) => SECOND_FACTOR.includes(code)) ?? false;
}

const SECOND_FACTOR: readonly Code[] = ["second-factor-stale", "second-factor-missing"];

export function wasUnreached(answer: object): answer is Unreached {
  return "unreached" in answer;
}

function initOf(request: Omit<ApiRequest, "user"> & { user: string | undefined }): RequestInit {
  const { method = "GET", value, text, key, user, anonymous, timeout = TIMEOUT_MS } = request;
  const body = text ?? (value === undefined ? undefined : JSON.stringify(value));
  return {
    method,
    cache: "no-store",
    credentials: anonymous ? "omit" : "same-origin",
    signal: AbortSignal.timeout(timeout),
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
      ...(user === undefined ? {} : { "Expected-User": user }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

/** `trouble` is what it means that the server itself did not answer. */
function refusalOf(status: number, text: string, trouble: HostedCode): Refusal | Failed {
  const problem = problemIn(text);
  if (!problem) return status >= 500 ? failed(trouble) : refused(status, codeOf(status));
  if (problem.codes.includes("outcome-unknown")) return failed(trouble);
  if (problem.codes.includes("unavailable")) return { ...failed("unavailable") };
  const { codes, notice, errors, current, change, puzzle } = problem;
  return {
    outcome: "refused",
    status,
    codes,
    notice,
    errors,
    ...(current && { current }),
    ...(change && { change }),
    ...(puzzle && { puzzle }),
  };
}

function refused(status: number, code: HostedCode): Refusal {
  return { outcome: "refused", status, codes: [code], notice: wordsOf(code), errors: [] };
}

/** What is in the way between the pages and the server speaks in statuses alone. */
function codeOf(status: number): HostedCode {
  return status === 429 ? "too-many-requests" : "bad-request";
}

function problemIn(text: string): Problem | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const whole = typeof body === "object" && body !== null && "codes" in body && "notice" in body;
    return whole ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}

function wordsOf(code: HostedCode) {
  const { hint, notice } = HOSTED_WORDS[code];
  return notice ?? { title: "Error", description: hint, variant: "destructive" as const };
}

const CODE = "text-too-long";

/**
 * The refusal of a form whose texts are longer than a server keeps, before anything is sent. A
 * browser that keeps the records itself has no such lengths.
 */
export function tooLong(texts: Readonly<Record<string, string>>): Refused | undefined {
  const errors = HOSTED_LENGTHS.filter(
    ({ field, max }) => Array.from(texts[field] ?? "").length > max,
  ).map(({ field, hint }) => ({ code: CODE, field, hint }) as const);
  if (errors.length === 0) return undefined;
  const notice = HOSTED_WORDS[CODE].notice ?? failed("unavailable").notice;
  return { outcome: "refused", codes: [CODE], notice, errors };
}

/** A refusal that means: the session that this page shows has ended, or is another one by now. */
export function isOfAnother({ codes }: Refused): boolean {
  return codes.includes("session-ended") || codes.includes("session-changed");
}

/** Remembers what was sent last, so that sending the same again does it once. */
export class IdempotencyKeys {
  private last: { said: string; key: string; at: number } | undefined;

  /** The key of this value, and the time of its first try in milliseconds since 1970. */
  of(value: unknown): { key: string; at: number } {
    const said = JSON.stringify(value);
    if (this.last?.said !== said) {
      this.last = { said, key: crypto.randomUUID(), at: Date.now() };
    }
    const { key, at } = this.last;
    return { key, at };
  }

  /** The answer is there: the same value again is a new one. */
  settle() {
    this.last = undefined;
  }
}
