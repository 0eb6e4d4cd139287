/** What is owed in points. */
import type { OwedRewards } from "@bindings";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, show } from "@/console/testing/fake-console";
import { Owed } from "./owed";

const saved: { name: string; text: string }[] = [];
vi.mock("@/components/download", () => ({
  download: (name: string, _: string, text: string) => saved.push({ name, text }),
}));

const owed = (points: number, onHold = 0) => ({ points, available: points - onHold, onHold });

const OWED: OwedRewards = {
  all: owed(1500, 400),
  exchanged: { points: -30, available: -30, onHold: 0 },
  expired: { points: -20, available: -20, onHold: 0 },
  expiring: [
    { fromDays: 0, toDays: 30, points: 120 },
    { fromDays: 30, toDays: 90, points: 0 },
    { fromDays: 90, toDays: 365, points: 1000 },
  ],
  ages: [
    { fromDays: 0, toDays: 30, owed: owed(400, 400) },
    { fromDays: 31, toDays: 90, owed: owed(0) },
    { fromDays: 91, toDays: 365, owed: owed(1000) },
    { fromDays: 366, toDays: null, owed: owed(150) },
  ],
  rulebooks: [
    { version: 2, owed: owed(1400, 400) },
    { version: 0, owed: owed(150) },
  ],
  referrers: [
    { key: "n1", name: "=cmd|' /C calc'!A0", shown: "98400 12345", owed: owed(900, 100) },
    { key: null, name: "", shown: "", owed: owed(300) },
  ],
  others: owed(300, 300),
};

afterEach(() => (saved.length = 0));

async function exported(title: string) {
  const section = page.getByRole("region", { name: title });
  await userEvent.click(section.getByRole("button", { name: "Export as CSV" }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const { name, text } = saved[0] ?? { name: "", text: "" };
  return { name, lines: text.replace("\u{feff}", "").trim().split("\r\n") };
}

test("what is owed is said in all, and each file ends in its sum", async () => {
  fakeServer({ "GET /rewards/owed": () => OWED });
  await show("/reports", <Owed />);
  await expect.element(page.getByText(/^1,500 points in all/)).toBeVisible();
  const { name, lines } = await exported("Owed by age");
  expect(name).toBe("points-owed-by-age");
  expect(lines).toEqual([
    '"Days since the award","Points","Available","On hold"',
    '"0–30",400,0,400',
    '"31–90",0,0,0',
    '"91–365",1000,1000,0',
    '"366 and more",150,150,0',
    '"Exchanged",-30,-30,0',
    '"Expired",-20,-20,0',
    '"All",1500,1100,400',
  ]);
});

test("a name is no formula in the file, and whoever is not named is counted", async () => {
  fakeServer({ "GET /rewards/owed": () => OWED });
  await show("/reports", <Owed />);
  const { lines } = await exported("Owed to whom");
  expect(lines[1]).toMatch(/^"'=cmd/);
  expect(lines.slice(2)).toEqual([
    '"Somebody whose referrals were erased",300,300,0',
    '"Everybody else",300,0,300',
    '"All",1500,1100,400',
  ]);
});

test("what expires at most is said by when", async () => {
  fakeServer({ "GET /rewards/owed": () => OWED });
  await show("/reports", <Owed />);
  const { name, lines } = await exported("Points whose validity ends");
  expect(name).toBe("points-whose-validity-ends");
  expect(lines).toEqual([
    '"Days from now","Points, at most"',
    '"1–30",120',
    '"31–90",0',
    '"91–365",1000',
  ]);
});

test("if nobody has points, it says so", async () => {
  const none: OwedRewards = {
    all: owed(0),
    exchanged: owed(0),
    expired: owed(0),
    expiring: OWED.expiring.map((it) => ({ ...it, points: 0 })),
    ages: OWED.ages.map((age) => ({ ...age, owed: owed(0) })),
    rulebooks: [],
    referrers: [],
    others: owed(0),
  };
  fakeServer({ "GET /rewards/owed": () => none });
  await show("/reports", <Owed />);
  await expect.element(page.getByText("Nothing is owed: nobody has points.").first()).toBeVisible();
});
