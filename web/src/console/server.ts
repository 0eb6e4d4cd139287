/** The server, as the console asks it: answers are cached, refusals are thrown and shown in place. */
import type {
  Code,
  HostedReferral,
  Notice,
  Permission,
  ReferralCommand,
  SecondFactors,
  SessionView,
  StaffList,
  StaffView,
} from "@bindings";
import { type Query, QueryClient, useQuery } from "@tanstack/react-query";
import type { Accepted } from "@/programme/programme";
import {
  Api,
  type ApiRequest,
  failed,
  type Fetched,
  GUEST,
  needsSecondFactor,
  type Reply,
} from "@/programme/hosted/api";
import { confirmAgain } from "./confirmations";

/** How long an answer is shown without asking again, in milliseconds. */
const FRESH_MS = 10_000;

/** For whom requests are made: whoever the console shows. */
let shown = GUEST;

const api = new Api(
  (path, init) => fetch(path, init),
  () => shown,
);

/** What to say about anything that has gone wrong. */
export function noticeOf(error: unknown): Notice {
  return error instanceof Trouble ? error.notice : failed("unavailable").notice;
}

/** What the server says instead of an answer. */
class Trouble extends Error {
  constructor(
    readonly notice: Notice,
    readonly codes: readonly Code[] = [],
  ) {
    super(notice.description);
  }
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A refusal is an answer: asking again would not change it.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof Trouble && error.codes.length > 0),
    },
  },
});

/** Fetches a value. */
export async function ask<T>(path: string, request?: ApiRequest): Promise<T> {
  const reply = await api.fetch<T>(path, request);
  if (reply.outcome === "accepted") return reply.value;
  throw new Trouble(reply.notice, "codes" in reply ? reply.codes : []);
}

/**
 * Has something done once, however often it has to be tried, and asks again for all that is shown.
 * Where the second factor is asked for anew, it is done once that was given.
 */
export async function act<T>(
  path: string,
  request: ApiRequest,
  changed?: (query: Query) => boolean,
): Promise<Reply<Accepted<T>>> {
  const key = crypto.randomUUID();
  const send = () => api.write<T>(path, { method: "POST", key, ...request });
  return followed(send, changed);
}

/** Asks for something that is made for this once. */
export async function post<T>(path: string): Promise<Reply<Fetched<T>>> {
  const send = () => api.fetch<T>(path, { method: "POST" });
  const reply = await send();
  return needsSecondFactor(reply) && (await confirmAgain()) ? send() : reply;
}

/** Has something removed. The server has no words for it. */
export async function remove(path: string, notice: Notice): Promise<Reply<Accepted<null>>> {
  const send = () => api.fetchText(path, { method: "DELETE", key: crypto.randomUUID() });
  const reply = await followed<Fetched<string>>(send);
  return reply.outcome === "accepted" ? { outcome: "accepted", value: null, notice } : reply;
}

/** `changed` says which answers are not what they were; all of them if it is not said. */
async function followed<T extends { outcome: string }>(
  send: () => Promise<Reply<T>>,
  changed: (query: Query) => boolean = () => true,
) {
  let reply = await send();
  if (needsSecondFactor(reply) && (await confirmAgain())) reply = await send();
  await queries.invalidateQueries({ predicate: changed });
  return reply;
}

/**
 * Who works here stays as it is after a command: a day is some hundred of them, and each waits for what
 * is asked again.
 */
const isOfReferrals = ({ queryKey: [of] }: Query) => of !== "session" && of !== "colleagues";

/** Gives a command on one referral, as it was when it was shown. */
export function command({ key, version }: HostedReferral, what: ReferralCommand) {
  const path = `/referrals/${encodeURIComponent(key)}/commands`;
  return act<HostedReferral>(path, { value: { version, command: what } }, isOfReferrals);
}

/** Whoever is logged in; `staff` if they work here. */
export type Viewer = SessionView;

export type ScreenProps = { readonly viewer: Viewer };

export function useViewer() {
  return useQuery({
    queryKey: ["session"],
    queryFn: async () => {
      const view = await ask<Viewer>("/session");
      shown = view.user?.mobileNumber ?? GUEST;
      return view;
    },
  });
}

/** Whether the server says that somebody may do something. It looks again when it is done. */
export function may(viewer: Viewer, what: Permission): boolean {
  return viewer.staff?.permissions.includes(what) ?? false;
}

/** With what one can show that it is oneself. */
export function useSecondFactors(enabled = true) {
  return useQuery({
    queryKey: ["second-factors"],
    enabled,
    queryFn: () => ask<SecondFactors>("/second-factors"),
  });
}

/** Everybody who works here or did. Owners alone may ask. */
export function useStaff() {
  return useQuery({
    queryKey: ["staff"],
    queryFn: async () => (await ask<StaffList>("/staff")).staff,
  });
}

/** Everybody who works here, for names beside referrals. */
export function useColleagues() {
  return useQuery({
    queryKey: ["colleagues"],
    queryFn: () => ask<StaffView[]>("/colleagues"),
  });
}
