/** Requests to the server with the page's cookie, which the page does not notice. */
import { expect, type Page } from "@playwright/test";
import type { HostedServer } from "./hosted-server";
import type { Mode } from "./programme";
import { intercept } from "./requests";

/** Logs in or signs up in this browser. */
export async function logInByRequest(page: Page, server: HostedServer, mode: Mode, mobile: string) {
  const sent = await page.request.post("/api/codes", { data: { mobile } });
  const { challenge } = ((await sent.json()) as { value: { challenge: string } }).value;
  const data = { challenge, code: await server.codeOf(mobile), mode: MODES[mode] };
  await expect(await page.request.post("/api/session", { data })).toBeOK();
}

const MODES = { Login: "login", "Sign Up": "signup" };

/** Ends the session as if it had expired: the cookie stays. */
export async function endSessionByRequest(page: Page) {
  const { cookies } = await page.context().storageState();
  await expect(await page.request.delete("/api/session")).toBeOK();
  await page.context().addCookies(cookies);
}

/** The points of the newest referral after each of its changes, oldest first, as the admin. */
export async function pointsByRequest(page: Page): Promise<number[]> {
  const { referrals } = (await (await page.request.get("/api/referrals")).json()) as Listed;
  const path = `/api/referrals/${encodeURIComponent(referrals[0]?.key ?? "")}/history`;
  const history = (await (await page.request.get(path)).json()) as HistoryEntry[];
  return history.map(({ points }) => points);
}

/**
 * Refuses the next request with this method and path as if the second factor were too old. The
 * server answers the ones after it.
 */
export async function refuseAsStale(page: Page, request: Parameters<typeof intercept>[1]) {
  const notice = { title: "Error", description: "Nothing was done yet.", variant: "destructive" };
  const problem = { codes: ["second-factor-stale"], errors: [], notice };
  const answer = { status: 403, contentType: "application/problem+json", json: problem };
  await intercept(page, request, (route) => route.fulfill(answer), 1);
}

type HistoryEntry = { points: number };
type Listed = { referrals: { key: string }[] };
