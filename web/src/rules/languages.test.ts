/** A broken rule has the same code in every language, and that language's own words. */
import type * as Bindings from "@bindings";
import { BROWSER_FAILURES, type ReferralDraft, REJECTIONS } from "@bindings";
import type * as HostedBindings from "@bindings/hosted";
import { HOSTED_FAILURES, HOSTED_LENGTHS, HOSTED_NOTICES } from "@bindings/hosted";
import { beforeAll, describe, expect, test } from "vitest";
import { table } from "@/testing/case-tables";
import { loadRules, parse, type Rules, stringify } from ".";

type Words = typeof Bindings & typeof HostedBindings;

/** The bindings of each language, by its code. */
const LANGUAGES = Object.entries(
  import.meta.glob<Words>("../content/generated/*/bindings/{words,hosted}.ts", { eager: true }),
).reduce<Record<string, Words>>((all, [path, module]) => {
  const code = path.split("/").at(-3) ?? "";
  return { ...all, [code]: { ...all[code], ...module } };
}, {});

const CASES = table<{ name: string; user: object | null; draft: ReferralDraft }[]>("referral");

let rules: Rules;

beforeAll(async () => {
  rules = await loadRules();
});

test("there are other languages", () => {
  expect(Object.keys(LANGUAGES)).toContain("ar");
});

describe.each(Object.entries(LANGUAGES))("In %s", (_, words) => {
  test("there are words for the same codes, about the same fields", () => {
    expect(shapeOf(words.REJECTIONS)).toEqual(shapeOf(REJECTIONS));
    expect(Object.keys(words.BROWSER_FAILURES)).toEqual(Object.keys(BROWSER_FAILURES));
    expect(words.HOSTED_LENGTHS.map(({ max }) => max)).toEqual(
      HOSTED_LENGTHS.map(({ max }) => max),
    );
  });

  test("what pages say by themselves is not in English", () => {
    const [own, english] = [words, { HOSTED_FAILURES, HOSTED_NOTICES }].map((of) =>
      Object.entries({ ...of.HOSTED_FAILURES, ...of.HOSTED_NOTICES }),
    );
    expect(own?.map(([name]) => name)).toEqual(english?.map(([name]) => name));
    for (const [place, [, { title, description }]] of (own ?? []).entries()) {
      expect(title).not.toBe(english?.[place]?.[1].title);
      expect(description).not.toBe(english?.[place]?.[1].description);
    }
  });

  test.each(CASES.filter(({ user }) => user === null))("$name", ({ draft }) => {
    const viewer = rules.Viewer.guest();
    for (const code of parse(rules.checkReferral(stringify(draft), viewer))) {
      const rejection = code as keyof typeof REJECTIONS;
      const [own, english] = [words.REJECTIONS[rejection], REJECTIONS[rejection]];
      expect(own.hint).not.toBe(english.hint);
      expect(own.notice?.title).not.toBe(english.notice?.title);
      expect(own.notice?.description).not.toBe(english.notice?.description);
    }
    viewer.free();
  });
});

/** The codes with their fields, and which have a notice of which kind. */
function shapeOf(words: Words["REJECTIONS"]) {
  return Object.entries(words).map(([code, { field, notice }]) => [code, field, notice?.variant]);
}
