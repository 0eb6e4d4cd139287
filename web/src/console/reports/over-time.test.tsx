/** The figures over time: their periods, and what they say beside the period before. */
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeServer, show } from "@/console/testing/fake-console";
import { OverTime } from "./over-time";
import { periodOf } from "./period";

const NOON = new Date(2026, 2, 31, 12).getTime();
const day = (year: number, month: number, date: number) => new Date(year, month, date).getTime();

afterEach(() => vi.useRealTimers());

test.each([
  ["days", day(2026, 2, 1), undefined, 31, day(2026, 2, 2), day(2026, 0, 29), "day"],
  ["weeks", day(2026, 0, 1), day(2026, 3, 1), 13, day(2026, 0, 8), day(2025, 9, 3), "week"],
  ["months", day(2025, 0, 31), day(2026, 0, 31), 12, day(2025, 1, 28), day(2024, 1, 1), "month"],
  ["a few months", day(2016, 0, 1), undefined, 41, day(2016, 3, 1), day(2005, 9, 2), "month"],
  ["the last months", undefined, undefined, 12, day(2025, 4, 1), day(2024, 3, 1), "month"],
] as const)("a period is shown by %s", (_, from, to, count, second, before, unit) => {
  vi.useFakeTimers({ now: NOON });
  const period = periodOf(from, to);
  expect(period).toMatchObject({ before, unit });
  expect(period.steps).toHaveLength(count + 1);
  expect(period.steps[1]).toBe(second);
  expect(period.steps.at(-1)).toBe(to ?? day(2026, 3, 1));
});

test("a period that begins after its end is the last months", () => {
  vi.useFakeTimers({ now: NOON });
  expect(periodOf(day(2026, 5, 1), undefined).steps[0]).toBe(day(2025, 3, 1));
});

const figure = (name: string) => page.getByRole("definition").filter({ hasText: name });

test("each figure has its value, its definition and that of the period before", async () => {
  const server = fakeServer({
    "GET /reports/intervals": ({ path }) => {
      const at = new URL(path, "https://site.example").searchParams.get("at")?.split(",") ?? [];
      const counted = {
        received: 12,
        open: 4,
        successful: 2,
        rate: 0.25,
        toSuccess: 6 * 86_400_000,
      };
      const none = { received: 0, open: 0, successful: 0, rate: null, toSuccess: null };
      const intervals = at.slice(1).map((to, index) => {
        const ends = { from: Number(at[index]), to: Number(to) };
        return { ...ends, ...(index === 0 ? none : counted) };
      });
      return { intervals };
    },
  });
  const from = day(2026, 2, 1);
  await show(
    "/reports",
    <OverTime from={from} to={day(2026, 2, 4)} service="training" team={undefined} />,
  );
  await expect.element(figure("submitted")).toMatchTextContent(/12.*before: 0/);
  await expect.element(figure("how many are successful")).toMatchTextContent(/25 %.*before: –/);
  await expect.element(figure("for half of")).toMatchTextContent(/6 d.*before: –/);
  await expect.element(figure("Neither")).toMatchTextContent(/4.*before: 0/);
  await expect.element(page.getByRole("heading")).toMatchTextContent("1 Mar 2026 to 3 Mar 2026");
  const asked = server.of("GET /reports/intervals").map(({ path }) => decodeURIComponent(path));
  expect(asked).toEqual([
    `/reports/intervals?at=${day(2026, 1, 26)},${from},${day(2026, 2, 4)}&service=training`,
    expect.stringContaining(`at=${from},${day(2026, 2, 2)},${day(2026, 2, 3)},`),
  ]);
});
