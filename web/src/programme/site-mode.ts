import type { Mode } from "@bindings";
import type { SendMessage } from "./programme";

/** The time limit for the site to say where its data is, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Where this site's data is. It is fetched once per page load. Rejects if the site cannot be
 * reached, because with the wrong mode, what is typed would be lost. The next call then fetches it
 * again.
 */
export const siteMode = siteModeFrom((address, init) => fetch(address, init));

export function siteModeFrom(send: typeof fetch): () => Promise<Mode> {
  let mode: Promise<Mode> | undefined;
  return () => {
    mode ??= fetchMode(send).catch((error: unknown) => {
      mode = undefined;
      throw error;
    });
    return mode;
  };
}

/** If a host has no such file, or answers with a page instead, the site is in browser mode. */
async function fetchMode(send: typeof fetch): Promise<Mode> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await send("/config.json", { cache: "no-cache", signal });
  if (response.status >= 500) throw new Error(`/config.json: ${response.status}`);
  return response.ok ? modeIn(await response.text()) : "browser";
}

function modeIn(text: string): Mode {
  try {
    const config: unknown = JSON.parse(text);
    const isConfig = typeof config === "object" && config !== null && "mode" in config;
    return isConfig && config.mode === "hosted" ? "hosted" : "browser";
  } catch {
    return "browser";
  }
}

/**
 * The function that sends contact messages on this site; `undefined` if there is none. Rejects if
 * the site cannot be reached.
 */
export async function messageReceiver(): Promise<SendMessage | undefined> {
  if ((await siteMode()) !== "hosted") return undefined;
  const { sendMessage } = await import("./hosted/send-message");
  return sendMessage;
}
