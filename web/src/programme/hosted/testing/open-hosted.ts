import type { CodeSent, LoginMode } from "@bindings";
import { onlineManager } from "@tanstack/react-query";
import { expect, vi } from "vitest";
import type { HostedState, ReadyState } from "@/programme/programme";
import { HostedProgramme } from "@/programme/hosted/hosted-programme";
import { FakeBrowser } from "@/testing/server/fake-server";
import { ProgrammeServer } from "@/testing/server/programme-server";

/** A server without records, and a browser with empty storage and a connection. */
export async function freshSite() {
  localStorage.clear();
  onlineManager.setOnline(true);
  const server = await ProgrammeServer.start();
  return { server, browser: new FakeBrowser(server) };
}

/** Logs in with this browser's cookie, without telling any tab. */
export async function logInElsewhere(
  server: ProgrammeServer,
  browser: FakeBrowser,
  mode: LoginMode,
  mobile: string,
) {
  const post = (path: string, value: unknown) =>
    browser.fetch(`/api/${path}`, { method: "POST", body: JSON.stringify(value) });
  const sent = (await (await post("codes", { mobile })).json()) as { value: CodeSent };
  const { challenge } = sent.value;
  await post("session", { challenge, mode, code: server.codeOf(mobile) });
}

/** The browser notices that its connection is back. */
export function reconnect() {
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(new Event("online"));
}

/** Opens the programme in a tab, which `signal` closes. */
export async function openTab(
  server: ProgrammeServer,
  browser: FakeBrowser,
  signal: AbortSignal,
  pauses: readonly number[] = [],
) {
  // A page that opens tries its connection.
  onlineManager.setOnline(true);
  const programme = new HostedProgramme({ fetch: browser.fetch, signal, pauses });
  programme.open();
  const ready = () => programme.state.get() as ReadyState;
  const hosted = () => ready().hosted as HostedState;
  await vi.waitFor(() => expect(ready().phase).toBe("ready"));

  async function logIn(mode: LoginMode, mobile: string) {
    await programme.requestCode(mobile);
    return programme.logIn(mode, mobile, server.codeOf(mobile));
  }

  return { programme, ready, hosted, logIn };
}
