import type { CodeSent, Notice, Proof, Puzzle } from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted";
import type { Api } from "@/api/requests";

/** How many puzzles are solved at most. A phone that changes its network gets a new one. */
const PROOFS = 3;

/** Requests a code. If the server sends a puzzle, `showNotice` is called before it is solved. */
export async function requestCode(api: Api, mobile: string, showNotice?: (notice: Notice) => void) {
  const ask = (proof?: Proof) =>
    api.sendOnce<CodeSent>("/codes", {
      method: "POST",
      value: { mobile, ...(proof && { proof }) },
    });
  let sent = await ask();
  for (let proofs = 0; proofs < PROOFS; proofs++) {
    if (sent.outcome !== "refused" || !("puzzle" in sent) || !sent.puzzle) break;
    if (proofs === 0) showNotice?.(HOSTED_NOTICES.checking);
    const proof = await solvePuzzle(sent.puzzle).catch(() => undefined);
    // The hash function could not be fetched. The refusal says to try again.
    if (!proof) break;
    sent = await ask(proof);
  }
  return sent;
}

/** How long the page may be blocked at a time, in milliseconds. */
const SLICE_MS = 12;
/** How many numbers are tried between two looks at the clock. */
const STRIDE = 64;
/** The first number to try. All numbers that are tried have the same number of digits. */
const FIRST = 10_000_000;
const DIGITS = 8;

/**
 * Finds a number whose hash begins with enough zero bits. Works in slices, so that the page stays
 * responsive.
 */
export async function solvePuzzle(puzzle: Puzzle): Promise<Proof> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  const message = new TextEncoder().encode(`${puzzle.text}${FIRST}`);
  let end = performance.now() + SLICE_MS;
  for (let solution = FIRST; ; solution++) {
    write(solution, message);
    if (zerosOf(sha256(message)) >= puzzle.bits) return { puzzle, solution };
    if (solution % STRIDE === 0 && performance.now() > end) {
      await new Promise((resolve) => setTimeout(resolve));
      end = performance.now() + SLICE_MS;
    }
  }
}

/** Writes a number's digits to the end of the message. */
function write(number: number, message: Uint8Array) {
  const last = message.length - 1;
  for (let place = 0, rest = number; place < DIGITS; place++) {
    message[last - place] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

/** The number of leading zero bits of a hash, up to 32. */
function zerosOf(hash: Uint8Array): number {
  return Math.clz32(new DataView(hash.buffer, hash.byteOffset).getUint32(0));
}
