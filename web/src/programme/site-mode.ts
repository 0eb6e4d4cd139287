import type { Mode } from "@bindings";
import type { SendMessage } from "./programme";

/** How long the site may take to say where its data lives, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Where the data of this site lives, asked once a page load. Rejects if the site cannot be reached:
 * guessing the wrong place would lose what is typed. The next call then asks again.
 */
export const siteMode = askedOnce((address, init) => fetch(address, init));

export function askedOnce(ask: typeof fetch): () => Promise<Mode> {
  let asking: Promise<Mode> | undefined;
  return () => {
    asking ??= askWith(ask).catch((error: unknown) => {
      asking = undefined;
      throw error;
    });
    return asking;
  };
}

/** A host that has no such file, or answers with a page in its place, keeps nothing itself. */
async function askWith(ask: typeof fetch): Promise<Mode> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await ask("/config.json", { cache: "no-cache", signal });
  if (response.status >= 500) throw new Error(`/config.json: ${response.status}`);
  return response.ok ? modeIn(await response.text()) : "browser";
}

function modeIn(text: string): Mode {
  try {
    const config: unknown = JSON.parse(text);
    const says = typeof config === "object" && config !== null && "mode" in config;
    return says && config.mode === "hosted" ? "hosted" : "browser";
  } catch {
    return "browser";
  }
}

/**
 * Who takes contact messages on this site; `undefined` where nobody does. Rejects if the site
 * cannot say.
 */
export async function messageReceiver(): Promise<SendMessage | undefined> {
  if ((await siteMode()) !== "hosted") return undefined;
  const { sendMessage } = await import("./hosted/send-message");
  return sendMessage;
}
