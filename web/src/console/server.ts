/**
 * The console's requests to the server. Answers are cached; refusals are thrown and shown in place.
 */
import type {
  Colleague,
  ConsentRecord,
  HostedReferral,
  Import,
  MessageView,
  Notice,
  Permission,
  ReferralCommand,
  ReferralDetail,
  SecondFactors,
  SessionView,
  SpreadsheetCheck,
  SpreadsheetImported,
  SpreadsheetRequest,
  StaffList,
} from "@bindings";
import { type Query, queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Client, refetch } from "@/api/client";
import {
  type ApiRequest,
  type Fetched,
  needsSecondFactor,
  type Reply,
  TRANSFER_TIMEOUT_MS,
} from "@/api/requests";
import { askForSecondFactor } from "@/api/second-factor-prompt";
import type { Accepted } from "@/outcome";
import { paths } from "@/paths";

/** How long pressing again is another try of the same write, in milliseconds. */
const TRY_AGAIN_MS = 10 * 60_000;

const client = new Client({ keptMs: TRY_AGAIN_MS });
const { api } = client;

export const { queries } = client;

/** Fetches a value; throws a refusal or failure. */
export const fetchJson = client.fetchJson.bind(client);

/**
 * Sends a write and then fetches everything on the screen again (or what `changed` names). If the
 * second factor is needed again, it asks for it and continues. Writes to routes that read the
 * `Idempotency-Key` (docs/interface.md) are done once even if no answer comes and somebody presses
 * again; what the others have done is in the list that is fetched.
 */
export function sendWrite<T>(
  path: string,
  request: ApiRequest,
  changed?: (query: Query) => boolean,
): Promise<Reply<Accepted<T>>> {
  writes += 1;
  return sendThenInvalidate(() => client.write<T>(path, request), changed);
}

let writes = 0;

/** How many writes were sent so far. */
export const writesSent = () => writes;

/** Fetches something that the server creates for this request. */
export function post<T>(path: string): Promise<Reply<Fetched<T>>> {
  return withSecondFactor(() => api.fetch<T>(path, { method: "POST" }));
}

/** Fetches a copy of all records. */
export function fetchCopy(format: "json" | "csv"): Promise<Reply<Fetched<string>>> {
  return withSecondFactor(() => api.fetchText(`/export?format=${format}`));
}

/** Fetches what the person of a referral was asked and has said, which the server notes. */
export function fetchEvidence(referral: { key: string }) {
  return withSecondFactor(() => api.fetch<ConsentRecord[]>(`${referralPath(referral)}/consent`));
}

/** Fetches a table as CSV, which the server notes. */
export function exportTable(path: string, changed: (query: Query) => boolean) {
  const request = { method: "POST", once: true, timeout: TRANSFER_TIMEOUT_MS } as const;
  return sendThenInvalidate<Fetched<string>>(() => api.fetchText(path, request), changed);
}

/** Says what an import of this text would do. */
export function previewImport(text: string): Promise<Reply<Accepted<Import>>> {
  return withSecondFactor(() => api.sendOnce<Import>(IMPORT(true), importOf(text)));
}

/** Imports a copy. */
export function importCopy(text: string): Promise<Reply<Accepted<Import>>> {
  return sendWrite<Import>(IMPORT(false), importOf(text));
}

const IMPORT = (preview: boolean) => `/import?preview=${preview}`;
const importOf = (text: string) =>
  ({ method: "POST", text, timeout: TRANSFER_TIMEOUT_MS }) as const;

/** Says what would become of the rows of a spreadsheet. */
export function checkSpreadsheet(value: SpreadsheetRequest) {
  return withSecondFactor(() =>
    api.sendOnce<SpreadsheetCheck>("/spreadsheets/check", rowsOf(value)),
  );
}

/** Imports the rows of a spreadsheet. */
export function importSpreadsheet(value: SpreadsheetRequest) {
  return sendWrite<SpreadsheetImported>("/spreadsheets", rowsOf(value));
}

const rowsOf = (value: SpreadsheetRequest) =>
  ({ method: "POST", value, timeout: TRANSFER_TIMEOUT_MS }) as const;

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

/** The session storage key of what somebody is writing. */
export const KEPT_KEY = "consoleKept";

/** Ends the session, and leaves the console for the page to log in on. */
export async function logOut(): Promise<Reply<Accepted<null>>> {
  const left = await api.fetchText("/session", { method: "DELETE" });
  if (left.outcome !== "accepted") return left;
  try {
    sessionStorage.removeItem(KEPT_KEY);
  } catch {
    // It is blocked, so nothing was kept in it.
  }
  location.assign(paths.referral);
  return { outcome: "accepted", value: null, notice: success("Logged Out", "See you soon.") };
}

/** Sends; asks for the second factor if it is needed, and sends again. */
async function withSecondFactor<T extends { outcome: string }>(send: () => Promise<Reply<T>>) {
  const reply = await send();
  return needsSecondFactor(reply) && (await askForSecondFactor()) ? send() : reply;
}

/** Sends, then marks the cached answers for which `changed` is true, or all, as outdated. */
async function sendThenInvalidate<T extends { outcome: string }>(
  send: () => Promise<Reply<T>>,
  changed: (query: Query) => boolean = () => true,
) {
  const reply = await withSecondFactor(send);
  await refetch(queries, changed);
  return reply;
}

/** Commands on referrals do not change the session, the staff and the settings, so these are not fetched again. */
const isOfReferrals = ({ queryKey: [of] }: Query) =>
  of !== "session" && of !== "colleagues" && of !== "programme";

const HISTORY = "referral";

/** The query for a referral with its history, which whoever is about to show it may begin. */
export const referralQuery = (key: string) =>
  queryOptions({
    queryKey: [HISTORY, key],
    queryFn: () => fetchJson<ReferralDetail>(referralPath({ key })),
  });

/** The path of a referral, in the console and in requests. */
export const referralPath = ({ key }: Pick<HostedReferral, "key">) =>
  `/referrals/${encodeURIComponent(key)}`;

/**
 * Gives a command on a referral in the version that was shown, so that nobody's change is
 * overwritten unseen. If the answer to one's own last command was lost, that one does not count.
 */
export async function sendCommand(referral: HostedReferral, command: ReferralCommand) {
  const path = `${referralPath(referral)}/commands`;
  const { version } = referral;
  const asShown = { value: { version, command } };
  const earlier = await client.resolveEarlierWrite<HostedReferral>(path, asShown);
  if (earlier?.outcome === "failed") return earlier;
  const isOwn = earlier?.outcome === "accepted" && earlier.value.version === version + 1;
  const request = isOwn ? { value: { version: version + 1, command } } : asShown;
  writes += 1;
  const reply = await withSecondFactor(() => client.write<HostedReferral>(path, request));
  if (reply.outcome !== "accepted") {
    await refetchReferrals();
    return reply;
  }
  await showChanged([reply.value]);
  // By the time that one reads it, another referral may be on the screen.
  const title = `${reply.value.referral.referredName}: ${reply.notice.title}`;
  return { ...reply, notice: { ...reply.notice, title } };
}

/** Fetches again what commands change, and waits for it. */
export const refetchReferrals = () => refetch(queries, isOfReferrals);

/**
 * Shows referrals as commands have left them, and fetches again what else commands change. Waits for the history on
 * the screen alone, unless one `leaves` it: with very many referrals, lists and counts take longer than one's next press.
 */
export async function showChanged(changed: readonly HostedReferral[], { leaves = false } = {}) {
  const now = new Map(changed.map((referral) => [referral.key, referral]));
  await queries.cancelQueries({ predicate: isOfReferrals });
  queries.setQueriesData<List>({ predicate: isOfReferrals }, (list) => withChanged(list, now));
  void queries.invalidateQueries({
    predicate: (query) => isOfReferrals(query) && !isHistory(query),
  });
  const history = queries.invalidateQueries({ predicate: isHistory });
  if (!leaves) await history;
}

const isHistory = ({ queryKey: [of] }: Query) => of === HISTORY;

/** A list of referrals as it is fetched page by page. Other answers have other shapes. */
type List = { pages?: readonly { referrals?: readonly HostedReferral[] }[] };

function withChanged(list: List | undefined, now: ReadonlyMap<string, HostedReferral>) {
  if (!list?.pages) return list;
  // What a list says of a referral beside this, such as what is next, it says until it is fetched.
  const referralNow = (listed: HostedReferral) => ({ ...listed, ...now.get(listed.key) });
  const pages = list.pages.map((page) =>
    page.referrals ? { ...page, referrals: page.referrals.map(referralNow) } : page,
  );
  return { ...list, pages };
}

/** The logged-in user; `staff` is set if they are staff. */
export type Viewer = SessionView;

export type ScreenProps = {
  readonly viewer: Viewer;
  /** What stands beside the screen's list, if anything. */
  readonly pane?: ReactNode;
};

export function useViewer() {
  return useQuery(client.sessionQuery);
}

/** Whether the user has this permission. The server checks it again at each request. */
export function may(viewer: Viewer, permission: Permission): boolean {
  return viewer.staff?.permissions.includes(permission) ?? false;
}

/** Whether a contact message waits for somebody: nobody has it who answers it, and nobody said it is done. */
export const isUnanswered = ({ state }: MessageView): boolean =>
  state !== "forwarded" && state !== "handled";

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

/** The current staff, for showing names and teams. */
export function useColleagues() {
  return useQuery({
    queryKey: ["colleagues"],
    queryFn: () => fetchJson<Colleague[]>("/colleagues"),
  });
}

/** The teams that somebody carries, by name. */
export function teamsOf(colleagues: readonly { team: string }[] = []): readonly string[] {
  const teams = new Set(colleagues.map(({ team }) => team).filter(Boolean));
  return [...teams].toSorted((one, other) => one.localeCompare(other));
}
