import { expect, test } from "vitest";
import { solvePuzzle } from "./request-code";

/** The first solution is the 76,286th number from ten million on. */
const PUZZLE = { text: "puzzle-0", bits: 16, expiresAt: 0, salt: "" };

test("the hash of a puzzle's text and its solution begins with enough zeros", async () => {
  const proof = await solvePuzzle(PUZZLE);
  expect(proof).toEqual({ puzzle: PUZZLE, solution: 10_076_285 });
  const message = new TextEncoder().encode(`${PUZZLE.text}${proof.solution}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
  expect(hash.slice(0, 3)).toEqual(new Uint8Array([0, 0, 0x24]));
});

test("the page responds while a puzzle is being solved", async () => {
  let turns = 0;
  const others = setInterval(() => {
    turns++;
  }, 1);
  await solvePuzzle(PUZZLE);
  clearInterval(others);
  expect(turns).toBeGreaterThan(1);
});
