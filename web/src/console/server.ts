/**
 * The console's requests to the server. Answers are cached; refusals are thrown and shown in place.
 */
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
import { UnknownWrites } from "@/programme/hosted/unknown-writes";
import { askForSecondFactor } from "./second-factor-prompt";

/** How long an answer is used without fetching it again, in milliseconds. */
const FRESH_MS = 10_000;

/** The user whom the console shows, and for whom requests are made. */
let expectedUser = GUEST;

const api = new Api(
  (path, init) => fetch(path, init),
  () => expectedUser,
);

/** How long pressing again is another try of the same write, in milliseconds. */
const TRY_AGAIN_MS = 10 * 60_000;

/** Writes without an answer. Pressing again sends the same key. */
const unknownWrites = new UnknownWrites(TRY_AGAIN_MS);

/** The notice for an error. */
export function noticeOf(error: unknown): Notice {
  return error instanceof RequestError ? error.notice : failed("unavailable").notice;
}

/** A refusal or failure, thrown as an error. */
class RequestError extends Error {
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
        failures < 2 && !(error instanceof RequestError && error.codes.length > 0),
    },
  },
});

/** Fetches a value. */
export async function fetchJson<T>(path: string, request?: ApiRequest): Promise<T> {
  const reply = await api.fetch<T>(path, request);
  if (reply.outcome === "accepted") return reply.value;
  throw new RequestError(reply.notice, "codes" in reply ? reply.codes : []);
}

/**
 * Sends a write and then fetches everything on the screen again (or what `changed` names). If the
 * second factor is needed again, it asks for it and continues. Writes to routes that read the
 * `Idempotency-Key` (docs/interface.md) are done once even if no answer comes and somebody presses
 * again; what the others have done is in the list that is fetched.
 */
export async function sendWrite<T>(
  path: string,
  request: ApiRequest,
  changed?: (query: Query) => boolean,
): Promise<Reply<Accepted<T>>> {
  const write = unknownWrites.writeFor(path, { method: "POST", user: expectedUser, ...request });
  const reply = await sendThenInvalidate(() => api.sendWrite<T>(path, write.request), changed);
  unknownWrites.recordReply(write, reply);
  return reply;
}

/** Fetches something that the server creates for this request. */
export async function post<T>(path: string): Promise<Reply<Fetched<T>>> {
  const send = () => api.fetch<T>(path, { method: "POST" });
  const reply = await send();
  return needsSecondFactor(reply) && (await askForSecondFactor()) ? send() : reply;
}

/** The notice of a success. */
export const success = (title: string, description: string): Notice => ({
  title,
  description,
  variant: "default",
});

/** Removes something. The server's answer has no notice: its words are passed in. */
export async function remove(
  path: string,
  title: string,
  description: string,
): Promise<Reply<Accepted<null>>> {
  const send = () => api.fetchText(path, { method: "DELETE", key: crypto.randomUUID() });
  const reply = await sendThenInvalidate<Fetched<string>>(send);
  if (reply.outcome !== "accepted") return reply;
  return { outcome: "accepted", value: null, notice: success(title, description) };
}

/**
 * Sends; asks for the second factor if it is needed and sends again; then marks the cached answers
 * for which `changed` is true, or all, as outdated.
 */
async function sendThenInvalidate<T extends { outcome: string }>(
  send: () => Promise<Reply<T>>,
  changed: (query: Query) => boolean = () => true,
) {
  let reply = await send();
  if (needsSecondFactor(reply) && (await askForSecondFactor())) reply = await send();
  await queries.invalidateQueries({ predicate: changed });
  return reply;
}

/**
 * Commands on referrals do not change the session and the staff, so these are not fetched again.
 * There may be hundreds of commands a day, and each waits for what is fetched.
 */
const isOfReferrals = ({ queryKey: [of] }: Query) => of !== "session" && of !== "colleagues";

/** The path of a referral, in the console and in requests. */
export const referralPath = ({ key }: Pick<HostedReferral, "key">) =>
  `/referrals/${encodeURIComponent(key)}`;

/** Gives a command on a referral in the version that was shown. */
export function sendCommand(referral: HostedReferral, command: ReferralCommand) {
  const value = { version: referral.version, command };
  return sendWrite<HostedReferral>(`${referralPath(referral)}/commands`, { value }, isOfReferrals);
}

/** The logged-in user; `staff` is set if they are staff. */
export type Viewer = SessionView;

export type ScreenProps = { readonly viewer: Viewer };

export function useViewer() {
  return useQuery({
    queryKey: ["session"],
    queryFn: async () => {
      const view = await fetchJson<Viewer>("/session");
      expectedUser = view.user?.mobileNumber ?? GUEST;
      return view;
    },
  });
}

/** Whether the user has this permission. The server checks it again at each request. */
export function may(viewer: Viewer, permission: Permission): boolean {
  return viewer.staff?.permissions.includes(permission) ?? false;
}

/** The user's second factors. */
export function useSecondFactors(enabled = true) {
  return useQuery({
    queryKey: ["second-factors"],
    enabled,
    queryFn: () => fetchJson<SecondFactors>("/second-factors"),
  });
}

/** All current and former staff, for owners only. */
export function useStaff() {
  return useQuery({
    queryKey: ["staff"],
    queryFn: async () => (await fetchJson<StaffList>("/staff")).staff,
  });
}

/** The current staff, for showing names. */
export function useColleagues() {
  return useQuery({
    queryKey: ["colleagues"],
    queryFn: () => fetchJson<StaffView[]>("/colleagues"),
  });
}
