/** The report: what empty sections say, and figures that agree with their bars. */
import type { OwedRewards, Report } from "@bindings";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { addFilter, AUDITOR, fakeServer, OWNER, show } from "@/console/testing/fake-console";
import ReportsScreen from "./reports-screen";
import { TIME_IN_STAGE } from "./figures";

const HOUR = 3_600_000;

const NONE = { points: 0, available: 0, onHold: 0 };
const NOTHING_OWED: OwedRewards = {
  all: NONE,
  ages: [],
  exchanged: NONE,
  expired: NONE,
  expiring: [],
  rulebooks: [],
  referrers: [],
  others: NONE,
};

function open(report: Partial<Report>, path = "/reports", viewer = OWNER) {
  const lists = { funnel: [], services: [], stages: [], reasons: [], referrers: [] };
  const empty: Report = { ...lists, sources: [], openings: [] };
  const server = fakeServer({
    "GET /reports": () => ({ ...empty, ...report }),
    "GET /reports/intervals": () => ({ intervals: [] }),
    "GET /rewards/owed": () => NOTHING_OWED,
    "GET /colleagues": () => [{ id: "s1", name: "Asha", team: "Doha" }],
  });
  return show(path, <ReportsScreen viewer={viewer} />).then(() => server);
}

const section = (name: string) => page.getByRole("region", { name });

test("with referrals that are not successful yet, the referrers say so", async () => {
  await open({ funnel: [{ stage: "received", reached: 300 }] });
  await expect
    .element(section("Top referrers"))
    .toMatchTextContent(/None of these referrals is successful yet\./);
  await expect
    .element(section("Why they were declined"))
    .toMatchTextContent("None of these referrals is declined.");
});

test("what came by links says how often these were opened, and each way who was asked and what they said", async () => {
  await open({
    funnel: [{ stage: "received", reached: 5 }],
    sources: [
      {
        source: "form",
        opened: null,
        submitted: 4,
        asked: 3,
        agreed: 1,
        refused: 1,
        successful: 2,
      },
      { source: "link", opened: 12, submitted: 1, asked: 1, agreed: 1, refused: 0, successful: 1 },
    ],
  });
  // On a small screen the table is folded.
  await userEvent.click(page.getByText("How they came as a table"));
  const row = section("How they came").getByRole("row", { name: /^Link of a member/ });
  await expect.element(row).toMatchTextContent(/12.*1.*1.*1.*0.*1/);
  const form = section("How they came").getByRole("row", { name: /^Form/ });
  await expect.element(form).toMatchTextContent(/–.*4.*3.*1.*1.*2/);
});

test("whoever cannot see whose numbers are whose sees no referrers", async () => {
  await open({ funnel: [{ stage: "received", reached: 300 }] }, "/reports", AUDITOR);
  await expect.element(section("Why they were declined")).toBeVisible();
  await expect.element(section("Top referrers")).not.toBeInTheDocument();
});

test.each([
  ["/reports", /No referral has been submitted yet\./],
  ["/reports?service=training", /No referral matches\./],
  ["/reports?team=Mumbai", /Nobody is in the team Mumbai now\./],
])("without any referral, all of %s says so", async (path, words) => {
  await open({ funnel: [{ stage: "received", reached: 0 }] }, path);
  for (const name of ["Funnel", "Top referrers", "Why they were declined"]) {
    await expect.element(section(name)).toMatchTextContent(words);
  }
});

const bar = (median: number, p90: number) =>
  TIME_IN_STAGE.bar({ stage: "received", finished: { count: 9, median, p90 }, running: null });

test("short stays are shown in hours, and the bars agree with the figures", () => {
  expect(bar(20 * 60_000, 29 * 60_000)).toMatchObject({
    part: 0,
    value: 0,
    formatted: "under 1 h, 9 of 10: under 1 h",
  });
  expect(bar(5.2 * HOUR, 47 * HOUR)).toMatchObject({
    part: 5 * HOUR,
    value: 47 * HOUR,
    formatted: "5 h, 9 of 10: 47 h",
  });
  expect(bar(48 * HOUR, 84.1 * HOUR)).toMatchObject({
    value: 84 * HOUR,
    formatted: "2 d, 9 of 10: 3.5 d",
  });
});

test("vacancies and courses are counted by their titles", async () => {
  await open({
    funnel: [{ stage: "received", reached: 5 }],
    openings: [{ opening: "Planner, Doha", submitted: 3, successful: 1 }],
  });
  await userEvent.click(page.getByText("Vacancies and courses as a table"));
  const row = section("Vacancies and courses").getByRole("row", { name: /^Planner, Doha/ });
  await expect.element(row).toMatchTextContent(/Planner, Doha.*3.*1/);
});

test("a report and its figures over time are of one team", async () => {
  const server = await open({ funnel: [{ stage: "received", reached: 5 }] });
  await addFilter("Team", "Doha");
  await expect.poll(() => server.of("GET /reports").at(-1)?.path).toBe("/reports?team=Doha");
  const intervals = () => server.of("GET /reports/intervals").slice(-2);
  await expect
    .poll(() => intervals().map(({ path }) => path.endsWith("&team=Doha")))
    .toEqual([true, true]);
});
