/** In the page: the referral form judged by our rules and by zod, in turn. */
import { REJECTIONS, SERVICE_OPTIONS } from "@bindings";
import { loadRules, parse, stringify } from "@/rules";
import * as z from "zod";
import cases from "../../crates/domain/tests/cases/referral.json";

const rules = await loadRules();
const guest = rules.Viewer.guest();
const hint = (code) => REJECTIONS[code].hint;

/** As the form asks: the hint of each field that is wrong. */
function ours(draft) {
  const errors = {};
  for (const code of parse(rules.checkReferral(stringify(draft), guest))) {
    errors[REJECTIONS[code].field] ??= hint(code);
  }
  return errors;
}

/** The same rules, with the same hints, as one writes them with zod. */
const line = () =>
  z
    .string()
    .overwrite((text) => text.replace(/[\r\n]/g, ""))
    .trim();
const required = (code) => line().min(1, { error: hint(code), abort: true });
const services = SERVICE_OPTIONS.map(({ value }) => value);
const schema = z.object({
  referrerName: required("referrer-name-missing"),
  referrerPhone: required("referrer-phone-missing"),
  referredName: required("referred-name-missing"),
  referredPhone: required("referred-phone-missing"),
  service: required("service-missing").refine(
    (value) => services.includes(value),
    hint("service-unknown"),
  ),
  notes: z.string().trim(),
});

function zods(draft) {
  const errors = {};
  for (const { path, message } of schema.safeParse(draft).error?.issues ?? []) {
    errors[path[0]] ??= message;
  }
  return errors;
}

/** Many versions of a form: a visitor's texts are never the same twice. */
const versions = (form) => Array.from({ length: 64 }, (_, version) => form(String(version)));
const FORMS = {
  valid: versions((n) => ({
    referrerName: ` Asha Raman ${n}`,
    referrerPhone: `91984001${n.padStart(4, "0")}`,
    referredName: `Binu Thomas ${n}`,
    referredPhone: `+974 5555 ${n.padStart(4, "0")}`,
    service: "training",
    notes: `Knows the work, and can begin in week ${n}. `,
  })),
  invalid: versions((n) => ({
    referrerName: `Asha Raman ${n}`,
    referrerPhone: " ",
    referredName: "",
    referredPhone: `+974 5555 ${n.padStart(4, "0")}`,
    service: `catering-${n}`,
    notes: "",
  })),
};

/** Where the two disagree; nothing may be timed then. */
function disagreements() {
  const sorted = (errors) => JSON.stringify(Object.entries(errors).toSorted());
  // The schema is the guest's form: a logged-in user's has two fields fewer.
  const told = cases.filter(({ user, draft }) => user === null && isPlain(draft));
  const drafts = [...told.map(({ draft }) => draft), ...Object.values(FORMS).flat()];
  return drafts.filter((draft) => sorted(ours(draft)) !== sorted(zods(draft)));
}

/** Not one that stands for a long text in a few words. */
const isPlain = (draft) => Object.values(draft).every((text) => typeof text === "string");

/** For each form and side, the microseconds of a check in every round. */
function measure(rounds) {
  const found = Object.keys(FORMS).map((name) => ({ name, ours: [], zod: [] }));
  // Two rounds for the engines to know what comes.
  for (let round = -2; round < rounds; round += 1) {
    for (const form of found) {
      const sides = [() => batch(ours, FORMS[form.name]), () => batch(zods, FORMS[form.name])];
      // Neither side always comes first.
      const first = Math.abs(round % 2);
      const us = [];
      for (const side of [first, 1 - first]) us[side] = sides[side]();
      if (round >= 0) [form.ours, form.zod].forEach((kept, side) => kept.push(us[side]));
    }
  }
  return found;
}

/** So many checks are timed as one. */
const BATCH = 2000;

function batch(check, drafts) {
  let fields = 0;
  const start = performance.now();
  for (let at = 0; at < BATCH; at += 1) {
    fields += Object.keys(check(drafts[at % drafts.length])).length;
  }
  const us = ((performance.now() - start) * 1000) / BATCH;
  // What nobody looks at might not be computed.
  if (fields % BATCH !== 0) throw new Error("a version of a form has other faults than the others");
  return us;
}

window.bench = { disagreements, measure };
