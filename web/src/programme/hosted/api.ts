/** The HTTP interface: questions and answers as JSON, every answer one of those a page knows. */
import type { Code, HostedCode, Problem, Puzzle } from "@bindings";
import { HOSTED_LENGTHS, HOSTED_WORDS } from "@bindings/hosted-words";
import type { Accepted, Failed, Refused } from "@/programme/programme";

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 15_000;
/** How long to wait before a write that got no answer is tried again, in milliseconds. */
const PAUSES_MS = [1000, 3000];
/** And where a whole programme is carried. */
export const CARRYING_MS = 120_000;

/** Stands for a guest where a member's number would. */
export const GUEST = "guest";

export type Question = {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
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
  readonly patience?: number;
};

type Asked = Omit<Question, "user"> & { readonly user: string | undefined };

/** The site was not reached, or not heard of in time. What was asked may have been done. */
export type Unreached = Failed & { readonly unreached: true };

/** A refusal, and how it came: some go by themselves. */
export type Turned = Refused & {
  readonly status: number;
  /** The work that it costs. */
  readonly puzzle?: Puzzle;
};

/** What was asked for. */
export type Got<T> = { readonly outcome: "accepted"; readonly value: T };

export type Reply<T> = T | Turned | Failed | Unreached;

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

export class Api {
  /** `shown` says whom the page shows: an answer is for them, or it is a refusal. */
  constructor(
    private readonly fetch: Fetch,
    private readonly shown?: () => string,
    private readonly pauses: readonly number[] = PAUSES_MS,
  ) {}

  /** Asks for something to be done, and again under the same key while no answer comes. */
  async write<T>(
    path: string,
    question: Question,
    [pause, ...later] = this.pauses,
  ): Promise<Reply<Accepted<T>>> {
    const begun = Date.now();
    const reply = await this.act<T>(path, question);
    // After a long silence somebody has waited long enough.
    const silent = Date.now() - begun > PATIENCE_MS;
    if (!wasUnknown(reply) || pause === undefined || silent) return reply;
    await new Promise((resolve) => setTimeout(resolve, pause));
    const again = await this.write<T>(path, question, later);
    // That says nothing about the try before.
    return needsSecondFactor(again) ? reply : again;
  }

  /** Asks for something to be done; the answer has words. */
  act<T>(path: string, question: Question): Promise<Reply<Accepted<T>>> {
    return this.ask(path, question, (text) => JSON.parse(text) as Accepted<T>);
  }

  /** Asks for something to be done about which there is nothing to say. */
  do(path: string, question: Question): Promise<Reply<Got<null>>> {
    return this.ask(path, question, () => ({ outcome: "accepted", value: null }));
  }

  /** Asks for a value. */
  get<T>(path: string): Promise<Reply<Got<T>>> {
    return this.ask(path, {}, (text) => ({ outcome: "accepted", value: JSON.parse(text) as T }));
  }

  /** Asks for a value that is named by what is sent. */
  find<T>(path: string, value: unknown): Promise<Reply<Got<T>>> {
    return this.ask(path, { method: "POST", value }, (text) => ({
      outcome: "accepted",
      value: JSON.parse(text) as T,
    }));
  }

  /** Asks for a text. */
  read(path: string): Promise<Reply<Got<string>>> {
    const patience = CARRYING_MS;
    return this.ask(path, { patience }, (text) => ({ outcome: "accepted", value: text }));
  }

  private async ask<T>(
    path: string,
    question: Question,
    take: (text: string) => T,
  ): Promise<Reply<T>> {
    const writes = question.key !== undefined || question.once === true;
    // It was not even sent: nothing was saved.
    if (writes && !navigator.onLine) return { ...failed("unavailable"), unreached: true };
    const trouble = writes ? "outcome-unknown" : "unavailable";
    try {
      const asked = { user: this.shown?.(), ...question };
      const response = await this.fetch(`/api${path}`, request(asked));
      const text = await response.text();
      return response.ok ? take(text) : turned(response.status, text, trouble);
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

function request(question: Asked): RequestInit {
  const { method = "GET", value, text, key, user, anonymous, patience } = question;
  const body = text ?? (value === undefined ? undefined : JSON.stringify(value));
  return {
    method,
    cache: "no-store",
    credentials: anonymous ? "omit" : "same-origin",
    signal: AbortSignal.timeout(patience ?? PATIENCE_MS),
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
function turned(status: number, text: string, trouble: HostedCode): Turned | Failed {
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

function refused(status: number, code: HostedCode): Turned {
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
