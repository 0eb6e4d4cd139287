import "./index.css";
import "@/components/service-picture/service-picture.module.css";
import { LIMITS } from "@bindings";
import { afterEach, describe, expect, test } from "vitest";

const SERVICES = ["indigo", "teal", "plum", "moss", "clay", "steel"];
const STATES = ["good", "wait", "bad"];

/** Words on their ground: WCAG 2.2, 1.4.3 for text and 1.4.6 for large display type. */
const TEXT: [words: string, ground: string, ratio: number][] = [
  ...["paper", "raised", "sunk"].map((ground): [string, string, number] => ["ink", ground, 7]),
  ...["paper", "raised", "sunk"].map((ground): [string, string, number] => ["soft", ground, 4.5]),
  ["signal", "paper", 4.5],
  ["signal", "raised", 4.5],
  ["on-signal", "signal", 4.5],
  ["on-signal", "signal-strong", 4.5],
  ["on-band", "band", 7],
  ["band-soft", "band", 4.5],
  ["band-signal", "band", 4.5],
  ...[...SERVICES, ...STATES].flatMap((name): [string, string, number][] => [
    [name, `${name}-wash`, 4.5],
    [name, "paper", 4.5],
    ["ink", `${name}-wash`, 7],
  ]),
];

/** The edges by which a control is recognised: WCAG 2.2, 1.4.11. */
const EDGES: [edge: string, ground: string][] = [
  ["edge", "paper"],
  ["edge", "raised"],
];

afterEach(() => delete document.documentElement.dataset["scheme"]);

test("the page animates for as long as the domain says", () => {
  const token = getComputedStyle(document.documentElement).getPropertyValue("--route-transition");
  expect(token).toBe(`${LIMITS.routeTransitionMs}ms`);
});

describe.each(["light", "dark"])("In the %s scheme", (scheme) => {
  test.each(TEXT)("%s can be read on %s", (words, ground, ratio) => {
    document.documentElement.dataset["scheme"] = scheme;
    expect(contrast(words, ground)).toBeGreaterThanOrEqual(ratio);
  });

  test.each(EDGES)("%s can be seen on %s", (edge, ground) => {
    document.documentElement.dataset["scheme"] = scheme;
    expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3);
  });
});

test("a forced colour scheme changes the background", () => {
  document.documentElement.dataset["scheme"] = "light";
  const light = channels("paper");
  document.documentElement.dataset["scheme"] = "dark";
  expect(channels("paper")).not.toEqual(light);
});

/** The contrast ratio of two tokens, as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(token: string): number {
  const [red = 0, green = 0, blue = 0] = channels(token).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue of a colour token, 0 to 1, as the browser computes them. */
function channels(token: string): number[] {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(--${token})`;
  const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  expect(parts, `--${token} is an opaque colour`).toHaveLength(3);
  return parts.map((part) => Number(part) / 255);
}
