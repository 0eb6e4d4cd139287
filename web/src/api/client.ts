/**
 * The client of the server, for the pages and the console: requests, the session, and the cache of
 * answers. TanStack Query fetches, caches and tries again.
 */
import type { Notice, SessionView } from "@bindings";
import {
  type Mutation,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import type { Accepted } from "@/outcome";
import {
  Api,
  type ApiRequest,
  type Fetch,
  GUEST,
  isOutcomeUnknown,
  isSessionMismatch,
  isUnreachable,
  needsSecondFactor,
  type Refusal,
  type Reply,
  replyOf,
  RequestError,
} from "./requests";

/** How long an answer is used without fetching it again, in milliseconds. */
const FRESH_MS = 10_000;
/** The pauses before a request without an answer is tried again, in milliseconds. */
const PAUSES_MS = [1000, 3000];

const SESSION_KEY: QueryKey = ["session"];

/** What tests replace. */
export type Dependencies = {
  readonly fetch?: Fetch;
  readonly pauses?: readonly number[];
  /** How long the same content is another try of a write without an answer, in milliseconds. */
  readonly keptMs?: number;
};

/** A write in the cache of mutations. */
export type Write = {
  /** The request, with its idempotency key and the person it is for. */
  readonly request: ApiRequest;
  /** Whether it is unknown if it was done. */
  unknown: boolean;
};

/** The answers that end a write. */
type Settled = Accepted<unknown> | Refusal;

type WriteMutation = Mutation<Settled, Error, Write>;

export class Client {
  readonly api: Api;
  readonly queries: QueryClient;
  private readonly retry: {
    retry: (failures: number, error: unknown) => boolean;
    retryDelay: (failures: number) => number;
  };
  private readonly keptMs: number;

  constructor({
    fetch = (path, init) => globalThis.fetch(path, init),
    pauses = PAUSES_MS,
    keptMs = Number.POSITIVE_INFINITY,
  }: Dependencies = {}) {
    this.api = new Api(fetch, () => this.expectedUser);
    this.keptMs = keptMs;
    this.retry = {
      retry: (failures, error) => failures < pauses.length && isWorthRetrying(error),
      retryDelay: (failures) => pauses[failures] ?? 0,
    };
    this.queries = new QueryClient({
      queryCache: new QueryCache({
        onError: (error) => {
          if (isSessionMismatch(replyOf(error))) void this.refetchSession();
        },
      }),
      defaultOptions: {
        // Without a connection, a request fails and says so, rather than wait.
        queries: {
          staleTime: FRESH_MS,
          networkMode: "always",
          refetchOnReconnect: "always",
          ...this.retry,
        },
      },
    });
  }

  /** Who is logged in, as far as known. */
  get session(): SessionView | undefined {
    return this.queries.getQueryData<SessionView>(SESSION_KEY);
  }

  /** The query for {@link Client.session}. */
  get sessionQuery() {
    return { queryKey: SESSION_KEY, queryFn: () => this.fetchJson<SessionView>("/session") };
  }

  refetchSession(): Promise<void> {
    return this.queries.invalidateQueries({ queryKey: SESSION_KEY });
  }

  /** Takes over a session that came with another answer. A late answer does not undo it. */
  async follow(view: SessionView) {
    await this.queries.cancelQueries({ queryKey: SESSION_KEY });
    this.queries.setQueryData(SESSION_KEY, view);
  }

  /** The person whom the page shows, and for whom requests are: a number, or {@link GUEST}. */
  get expectedUser(): string | undefined {
    return this.session && (this.session.user?.mobileNumber ?? GUEST);
  }

  /** Fetches a value; throws a {@link RequestError}. */
  async fetchJson<T>(path: string, request?: ApiRequest): Promise<T> {
    const reply = await this.api.fetch<T>(path, request);
    if (reply.outcome === "accepted") return reply.value;
    throw new RequestError(reply);
  }

  /** Fetches again what is shown, except the session. */
  refetchAll(): Promise<void> {
    return refetch(this.queries, isNotSession);
  }

  /** Forgets all answers except the session. */
  forgetAll() {
    this.queries.removeQueries({ predicate: isNotSession });
    this.queries.getMutationCache().clear();
  }

  /**
   * Sends a write, which is done once however often it is tried: the same content has the same
   * idempotency key until an answer comes. `onDone` is called when it is known to be done.
   */
  async write<T>(
    path: string,
    request: ApiRequest,
    onDone: (value: T) => void | Promise<void> = () => undefined,
  ): Promise<Reply<Accepted<T>>> {
    const content = this.contentFor(request);
    const earlier = this.writesTo(path).find(
      ({ state }) =>
        isSame(state.variables, content) && Date.now() - state.submittedAt < this.keptMs,
    );
    const mutation = earlier ?? this.newWrite(path, (value) => onDone(value as T));
    const write = earlier?.state.variables ?? { request: withKey(content), unknown: false };
    return (await this.tryWrite(mutation, write)) as Reply<Accepted<T>>;
  }

  /** Whether there are writes of which it is unknown if they were done. */
  get hasUnknownWrites(): boolean {
    return this.unknownWrites().length > 0;
  }

  /** Asks for the outcomes of the unknown writes, and passes on each notice. */
  async resolveUnknownWrites(onOutcome: (notice: Notice) => void) {
    for (const mutation of this.unknownWrites()) {
      const reply = await this.tryAgain(mutation);
      // If this one got no answer, the next would not either.
      if (reply.outcome === "failed") break;
      if (!needsSecondFactor(reply)) onOutcome(reply.notice);
    }
  }

  /** Asks for the outcome of an unknown write to this path with other content, if there is one. */
  async resolveEarlierWrite<T>(
    path: string,
    request: ApiRequest,
  ): Promise<Reply<Accepted<T>> | undefined> {
    const content = this.contentFor(request);
    const earlier = this.unknownWrites(path).find(({ state }) => !isSame(state.variables, content));
    return earlier && ((await this.tryAgain(earlier)) as Reply<Accepted<T>>);
  }

  private contentFor(request: ApiRequest): ApiRequest {
    const { expectedUser: user } = this;
    return { method: "POST", ...(user !== undefined && { user }), ...request };
  }

  private unknownWrites(path?: string): WriteMutation[] {
    return this.writesTo(path).filter(({ state }) => state.variables?.unknown);
  }

  /** The writes that have had no definite answer yet. */
  private writesTo(path?: string): WriteMutation[] {
    const mutationKey = path === undefined ? [WRITE] : [WRITE, path];
    return this.queries.getMutationCache().findAll({ mutationKey }) as WriteMutation[];
  }

  private newWrite(path: string, onDone: (value: unknown) => void | Promise<void>): WriteMutation {
    const cache = this.queries.getMutationCache();
    const mutation = cache.build<Settled, Error, Write, unknown>(this.queries, {
      mutationKey: [WRITE, path],
      // Without a connection it fails at once: whoever pressed the button is waiting.
      networkMode: "always",
      gcTime: Number.POSITIVE_INFINITY,
      ...this.retry,
      mutationFn: async (write): Promise<Settled> => {
        const reply = await this.api.sendOnce<unknown>(path, write.request);
        const stopped = needsSecondFactor(reply);
        write.unknown = isOutcomeUnknown(reply) || (write.unknown && stopped);
        const { failureReason } = mutation.state;
        // That the second factor is missing tells nothing about an earlier try.
        if (stopped && failureReason) throw failureReason;
        if (reply.outcome === "failed" || (stopped && reply.outcome === "refused"))
          throw new RequestError(reply);
        return reply;
      },
      onSuccess: async (reply) => {
        // It is also the end of earlier writes to this address, which must not come after it.
        const settled = this.writesTo(path).filter(({ state }) => state.status === "error");
        for (const one of [...settled, mutation]) cache.remove(one);
        if (reply.outcome === "accepted") await onDone(reply.value);
      },
    });
    return mutation;
  }

  private tryAgain(mutation: WriteMutation) {
    const { variables = { request: {}, unknown: true } } = mutation.state;
    return this.tryWrite(mutation, variables);
  }

  private async tryWrite(mutation: WriteMutation, write: Write): Promise<Reply<Accepted<unknown>>> {
    try {
      return await mutation.execute(write);
    } catch (error) {
      const reply = replyOf(error);
      // Nothing was done, and the next try is another write.
      const isOver = !write.unknown && !needsSecondFactor(reply);
      if (isOver) this.queries.getMutationCache().remove(mutation);
      return reply;
    }
  }
}

/**
 * Fetches again what is shown. The first answer to a query may still be on its way and older than what
 * has just changed: TanStack Query would wait for that one.
 */
export async function refetch(queries: QueryClient, predicate: (query: Query) => boolean) {
  await queries.cancelQueries({ predicate });
  await queries.invalidateQueries({ predicate });
}

const WRITE = "write";

function isSame(write: Write | undefined, content: ApiRequest): boolean {
  return write !== undefined && contentOf(write.request) === contentOf(content);
}

const isNotSession = ({ queryKey: [first] }: Query) => first !== SESSION_KEY[0];

/** A refusal is an answer: asking again would not change it. */
function isWorthRetrying(error: unknown): boolean {
  const reply = replyOf(error);
  if (!navigator.onLine || reply.outcome === "refused") return false;
  return !(isUnreachable(reply) && reply.timedOut);
}

function withKey(request: ApiRequest): ApiRequest {
  return { key: crypto.randomUUID(), ...request };
}

function contentOf({ method, value, text, user }: ApiRequest): string {
  return JSON.stringify([method, value, text, user]);
}
