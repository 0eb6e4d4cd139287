import type { CodeSent, Notice, Proof } from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted-words";
import type { Api } from "./api";
import { solvePuzzle } from "./solve-puzzle";

/** How often a puzzle is solved: a phone that changes its network on the way gets another one. */
const PROOFS = 3;

/** Asks for a code, and does the work that it may cost; `say` hears of it before that begins. */
export async function requestCode(api: Api, mobile: string, say?: (notice: Notice) => void) {
  const ask = (proof?: Proof) =>
    api.act<CodeSent>("/codes", { method: "POST", value: { mobile, ...(proof && { proof }) } });
  let sent = await ask();
  for (let proofs = 0; proofs < PROOFS; proofs++) {
    if (sent.outcome !== "refused" || !("puzzle" in sent) || !sent.puzzle) break;
    if (proofs === 0) say?.(HOSTED_NOTICES.checking);
    const proof = await solvePuzzle(sent.puzzle).catch(() => undefined);
    // What it is solved with could not be fetched: the refusal says to try again.
    if (!proof) break;
    sent = await ask(proof);
  }
  return sent;
}
