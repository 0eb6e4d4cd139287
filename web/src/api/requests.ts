/** The HTTP interface: sends requests and turns every answer into one that the pages know. */
import type { Code, Notice, Problem, Puzzle } from "@bindings";
import { HOSTED_FAILURES, HOSTED_LENGTHS, type HostedFailure } from "@bindings/hosted";
import type { Accepted, Failed, Refused } from "@/outcome";

/** The time limit for an answer, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** The time limit for exports and imports. */
export const TRANSFER_TIMEOUT_MS = 120_000;

/** Identifies a guest, where a member's number would stand. */
export const GUEST = "guest";

export type ApiRequest = {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The body: a value that is sent as JSON, or a text that is sent as it is. */
  readonly value?: unknown;
  readonly text?: string;
  /** The idempotency key of a write: a retry with the same key is done only once. */
  readonly key?: string;
  /** A write that must not be sent again. Without an answer, its outcome is unknown. */
  readonly once?: boolean;
  /**
   * The person it is for, as a number or {@link GUEST}. By default the person whom the page shows.
   */
  readonly user?: string;
  /** Sent without the session, even if somebody is logged in. */
  readonly anonymous?: boolean;
  readonly timeout?: number;
};

/** The site was not reached or did not answer in time. The request may have been carried out. */
export type Unreachable = Failed & {
  readonly unreachable: true;
  /** Whether the time limit had passed, which is as long as anybody wants to wait. */
  readonly timedOut: boolean;
};

/** A refusal, with its status, which says whether a later try may succeed. */
export type Refusal = Refused & {
  readonly status: number;
  /** The puzzle to solve before the next try. */
  readonly puzzle?: Puzzle;
};

/** A fetched value. */
export type Fetched<T> = { readonly outcome: "accepted"; readonly value: T };

export type Reply<T> = T | Refusal | Failed | Unreachable;

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

export class Api {
  /**
   * `expectedUser` returns the person whom the page shows. An answer meant for anybody else is a
   * refusal.
   */
  constructor(
    private readonly send: Fetch,
    private readonly expectedUser: () => string | undefined,
  ) {}

  /** Sends a write whose answer is a verdict. */
  sendOnce<T>(path: string, request: ApiRequest): Promise<Reply<Accepted<T>>> {
    return this.request(path, request, (text) => JSON.parse(text) as Accepted<T>);
  }

  /** Fetches a value. An answer without one is a failure: it may come from a proxy. */
  fetch<T>(path: string, request: ApiRequest = {}): Promise<Reply<Fetched<T>>> {
    return this.request(path, request, (text) => ({
      outcome: "accepted",
      value: JSON.parse(text) as T,
    }));
  }

  /** Fetches a text, which may be empty. */
  fetchText(
    path: string,
    request: ApiRequest = { timeout: TRANSFER_TIMEOUT_MS },
  ): Promise<Reply<Fetched<string>>> {
    return this.request(path, request, (text) => ({ outcome: "accepted", value: text }));
  }

  private async request<T>(
    path: string,
    request: ApiRequest,
    read: (text: string) => T,
  ): Promise<Reply<T>> {
    const writes = request.key !== undefined || request.once === true;
    // It was not sent, so nothing was saved.
    if (writes && !navigator.onLine) return unreachable("unavailable");
    const code = writes ? "outcome-unknown" : "unavailable";
    try {
      const init = initOf({ user: this.expectedUser(), ...request });
      const response = await this.send(`/api${path}`, init);
      const text = await response.text();
      return response.ok ? read(text) : refusalOf(response.status, text, code);
    } catch (error) {
      // No connection, no answer in time, or a page that some network puts in the answer's place.
      return unreachable(code, error instanceof DOMException && error.name === "TimeoutError");
    }
  }
}

/** A failure, with the domain's words. */
export function failed(code: HostedFailure): Failed {
  return { outcome: "failed", code, notice: HOSTED_FAILURES[code] };
}

function unreachable(code: HostedFailure, timedOut = false): Unreachable {
  return { ...failed(code), unreachable: true, timedOut };
}

/** A refusal or failure, where the library of the cache expects errors. */
export class RequestError extends Error {
  constructor(readonly reply: Reply<never>) {
    super(reply.notice.description);
  }
}

/** The refusal or failure that was thrown. */
export function replyOf(error: unknown): Reply<never> {
  return error instanceof RequestError ? error.reply : failed("unavailable");
}

/** The notice for what was thrown. */
export function noticeOf(error: unknown): Notice {
  return replyOf(error).notice;
}

/** Whether it is unknown if the write was done. */
export function isOutcomeUnknown(reply: { readonly outcome: string }): reply is Failed {
  return "code" in reply && reply.code === "outcome-unknown";
}

/** Whether the write was not looked at, because the second factor is missing or too old. */
export function needsSecondFactor(reply: { readonly outcome: string }): boolean {
  const { codes } = reply as Partial<Refused>;
  return codes?.some((code) => SECOND_FACTOR.includes(code)) ?? false;
}

const SECOND_FACTOR: readonly Code[] = ["second-factor-stale", "second-factor-missing"];

export function isUnreachable(answer: object): answer is Unreachable {
  return "unreachable" in answer;
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
      // Not what the browser prefers, but what the page is in: the server says everything in it.
      "Accept-Language": document.documentElement.lang,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
      ...(user === undefined ? {} : { "Expected-User": user }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

/** `code` is the failure if the answer does not come from the server itself. */
function refusalOf(status: number, text: string, code: HostedFailure): Refusal | Failed {
  const problem = problemIn(text);
  if (!problem) return status >= 500 ? failed(code) : refused(status, codeOf(status));
  if (problem.codes.includes("outcome-unknown")) return failed(code);
  if (problem.codes.includes("unavailable")) return { ...failed("unavailable") };
  const { codes, notice, errors, current, puzzle } = problem;
  return {
    outcome: "refused",
    status,
    codes,
    notice,
    errors,
    ...(current && { current }),
    ...(puzzle && { puzzle }),
  };
}

function refused(status: number, code: HostedFailure): Refusal {
  return { outcome: "refused", status, codes: [code], notice: HOSTED_FAILURES[code], errors: [] };
}

/** The code for an answer of a proxy, which has only a status. */
function codeOf(status: number): HostedFailure {
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

const CODE = "text-too-long";

/**
 * Refuses a form whose texts are too long for a server, before it is sent. Browser mode has no such
 * limits.
 */
export function tooLong(texts: Readonly<Record<string, string>>): Refused | undefined {
  const errors = HOSTED_LENGTHS.filter(
    ({ field, max }) => Array.from(texts[field] ?? "").length > max,
  ).map(({ field, hint }) => ({ code: CODE, field, hint }) as const);
  if (errors.length === 0) return undefined;
  return { outcome: "refused", codes: [CODE], notice: HOSTED_FAILURES[CODE], errors };
}

/** Whether the session that this page shows has ended or was replaced by another. */
export function isSessionMismatch(reply: { readonly outcome: string }): boolean {
  const { codes = [] } = reply as Partial<Refused>;
  return codes.includes("session-ended") || codes.includes("session-changed");
}
