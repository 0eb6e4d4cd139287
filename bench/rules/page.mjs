/** In the page: both sides over the same forms, in turn. */
import { CASES } from "./cases.mjs";
import { FORMS } from "./forms.mjs";
import * as ours from "./ours.mjs";
import * as zods from "./zods.mjs";

const SIDES = { ours, zod: zods };
/** So many checks are timed as one. */
const BATCH = 2000;

/** Where the two disagree; nothing may be timed then. */
function disagreements() {
  const drafts = FORMS.flatMap(({ name, check, versions }) =>
    versions.map((draft) => ({ name, check, draft })),
  );
  return [...CASES, ...drafts]
    .filter((one) => hints(ours, one) !== hints(zods, one))
    .map((one) => `${one.name}: ours ${hints(ours, one)}, zod's ${hints(zods, one)}`);
}

const hints = (side, { check, draft }) => JSON.stringify(sorted(side[check](draft)));

const sorted = (errors) => Object.entries(errors).toSorted(([a], [b]) => a.localeCompare(b));

/** For each form and side, the microseconds of a check in every round. */
function measure(rounds) {
  const found = FORMS.map(({ name }) => ({ name, ours: [], zod: [] }));
  // Two rounds for the engines to know what comes.
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, form] of FORMS.entries()) {
      // Neither side always comes first.
      const order = round % 2 === 0 ? ["ours", "zod"] : ["zod", "ours"];
      for (const side of order) {
        const us = batch(SIDES[side][form.check], form);
        if (round >= 0) found[index][side].push(us);
      }
    }
  }
  return found;
}

function batch(check, { name, wrong, versions }) {
  let hints = 0;
  const start = performance.now();
  for (let at = 0; at < BATCH; at += 1) {
    for (const _ in check(versions[at % versions.length])) hints += 1;
  }
  const us = ((performance.now() - start) * 1000) / BATCH;
  if (hints !== wrong * BATCH) throw new Error(`${name}: ${hints / BATCH} hints, not ${wrong}`);
  return us;
}

window.bench = { disagreements, measure };
