/** The list of referrers, and the link to their referrals. */
import type { Permission, RewardStatement } from "@bindings";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Route, Routes } from "react-router-dom";
import ReferralsScreen from "@/console/referrals/referrals-screen";
import { fakeServer, listOf, show, OWNER } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import ReferrersScreen from "./referrers-screen";

const LIST = "POST /referrers/search";

const RAVI = {
  latest: "0000019a",
  name: "Ravi",
  shown: "98400 12345",
  referrals: 5,
  closed: 4,
  successful: 3,
  rate: 0.75,
  between: [0.3, 0.954],
  points: 120,
  seenAt: 1_763_690_000_000,
};

test("a referrer has a rate, of few in numbers, and links to their referrals", async () => {
  const server = fakeServer({
    [LIST]: () => ({
      referrers: [RAVI, { ...RAVI, latest: "n2", name: "Leena", rate: null, between: null }],
      next: null,
    }),
    "POST /referrals/search": () => listOf("Meera"),
  });
  await show(
    "/referrers",
    <Routes>
      <Route path="/referrers" element={<ReferrersScreen />} />
      <Route path="/referrals" element={<ReferralsScreen viewer={OWNER} />} />
    </Routes>,
  );
  await expect.element(page.getByText("3 of 4")).toBeVisible();
  await expect.element(page.getByText("–", { exact: true })).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "Ravi" }));
  await expect.element(page.getByText(/^Only referrals by Ravi/)).toBeVisible();
  expect(server.of("POST /referrals/search")[0]?.value).toEqual({ referrer: "0000019a" });
  await userEvent.click(page.getByRole("button", { name: "Show everyone’s" }));
  await expect.element(page.getByLabelText("Address")).toHaveTextContent("/referrals");
});

const STATEMENT: RewardStatement = {
  balance: { points: 700, available: 200, onHold: [{ until: Date.UTC(2027, 4, 1), points: 500 }] },
  expires: [
    { at: Date.UTC(2027, 2, 1, 12), points: 120 },
    { at: Date.UTC(2028, 2, 1, 12), points: 80 },
  ],
  lines: [
    {
      at: 1_763_690_000_000,
      what: "Meera N. · Training was successful",
      points: 500,
      balance: 700,
      heldUntil: Date.UTC(2027, 4, 1),
      cuts: ["100 points less, because of the rule most."],
    },
  ],
  before: 200,
  next: null,
};

test("what a referrer has in points is said above their referrals, with their statement", async () => {
  fakeServer({
    "POST /referrals/search": () => listOf("Meera"),
    "GET /referrers/n1/rewards": () => STATEMENT,
  });
  await show("/referrals?referrer=n1", <ReferralsScreen viewer={OWNER} />);
  await expect
    .element(page.getByText(/^200 available, 500 on hold until 1 May 2027\./))
    .toMatchTextContent(/Unless used before, 120 expire on 1 Mar 2027 and 80 later\.$/);
  await userEvent.click(page.getByText("Statement", { exact: true }));
  const line = page.getByRole("row", { name: /Meera N\. · Training was successful/ });
  await expect
    .element(line)
    .toMatchTextContent(/On hold until 1 May 2027\. 100 points less.*\+500.*700/);
  await expect.element(page.getByText("Earlier lines come to 200 points.")).toBeVisible();
});

const enter = page.getByRole("button", { name: "Enter points by hand…" });

test("an owner enters points by hand, and sees what will be left", async () => {
  let lines = STATEMENT.lines;
  const server = fakeServer({
    "POST /referrals/search": () => listOf("Meera"),
    "GET /referrers/n1/rewards": () => ({ ...STATEMENT, lines }),
    "POST /referrers/n1/rewards": ({ value }) => {
      const { points, note } = value as { points: string; note: string };
      if (!note) return refusal(422, "note-missing", "note", "Add a note to say why.");
      if (points === "0") return refusal(422, "points-by-hand", "points", "Enter 1 point or more.");
      const what = `Taken off by us: ${note}`;
      lines = [{ at: 0, what, points: -50, balance: 650, heldUntil: null, cuts: [] }, ...lines];
      return accepted({ points: 650, available: 150, onHold: [] });
    },
  });
  await show("/referrals?referrer=n1", <ReferralsScreen viewer={OWNER} />);
  await userEvent.click(enter);
  const dialog = page.getByRole("dialog", { name: "Enter points by hand" });
  const [points, note] = [dialog.getByLabelText("Points"), dialog.getByLabelText("Note")];
  await expect.element(points).toHaveAccessibleDescription("They have 700, with what is on hold.");
  await userEvent.selectOptions(dialog.getByLabelText("What to do"), "Take points away");
  await userEvent.fill(points, "50");
  await expect.element(points).toHaveAccessibleDescription(/and will have 650\.$/);
  const send = dialog.getByRole("button", { name: "Enter points" });
  await userEvent.click(send);
  await expect.element(note).toHaveAccessibleDescription(/Add a note to say why\./);
  await expect.element(note).toHaveFocus();
  await userEvent.fill(note, "Counted twice");
  await userEvent.fill(points, "0");
  await userEvent.click(send);
  await expect.element(points).toHaveAccessibleDescription(/Enter 1 point or more\./);
  await userEvent.fill(points, "50");
  await userEvent.click(send);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(enter).toHaveFocus();
  const sent = server.of("POST /referrers/n1/rewards").at(-1);
  expect(sent?.value).toEqual({ points: "50", takes: true, note: "Counted twice" });
  await userEvent.click(page.getByText("Statement", { exact: true }));
  await expect.element(page.getByText("Taken off by us: Counted twice")).toBeVisible();
});

test("whoever is no owner enters no points by hand", async () => {
  fakeServer({
    "POST /referrals/search": () => listOf("Meera"),
    "GET /referrers/n1/rewards": () => STATEMENT,
  });
  const viewer = {
    ...OWNER,
    staff: OWNER.staff && { ...OWNER.staff, permissions: ["award"] as Permission[] },
  };
  await show("/referrals?referrer=n1", <ReferralsScreen viewer={viewer} />);
  await expect.element(page.getByText(/^200 available/)).toBeVisible();
  await expect.element(enter).not.toBeInTheDocument();
});

test("whoever sees some services only is shown nobody’s points", async () => {
  const server = fakeServer({ "POST /referrals/search": () => listOf("Meera") });
  const viewer = { ...OWNER, staff: OWNER.staff && { ...OWNER.staff, permissions: [] } };
  await show("/referrals?referrer=n1", <ReferralsScreen viewer={viewer} />);
  await expect.element(page.getByText(/^Only referrals by Ravi/)).toBeVisible();
  expect(server.of("GET /referrers/n1/rewards")).toHaveLength(0);
});

test("a search is in the body and in the fragment, and the next page of results is requested with it", async () => {
  const server = fakeServer({
    [LIST]: ({ value }) => {
      const { after } = value as { after?: string };
      return { referrers: [{ ...RAVI, latest: after ?? "n1" }], next: after ? null : "7-1" };
    },
  });
  await show("/referrers", <ReferrersScreen />);
  await userEvent.fill(page.getByRole("searchbox", { name: "Search" }), "98400");
  await expect.element(page.getByLabelText("Address")).toHaveTextContent("/referrers#98400");
  await vi.waitFor(() => expect(server.of(LIST).at(-1)?.value).toEqual({ search: "98400" }));
  await userEvent.click(page.getByRole("button", { name: "Show more referrers" }));
  await vi.waitFor(() =>
    expect(server.of(LIST).at(-1)?.value).toEqual({ search: "98400", after: "7-1" }),
  );
});

test("“none yet” differs from “no matches”, and a failure keeps the rows", async () => {
  let referrers: unknown[] | undefined = [RAVI];
  fakeServer({
    [LIST]: () => (referrers ? { referrers, next: null } : refusal(400, "bad-request")),
  });
  await show("/referrers", <ReferrersScreen />);
  await expect.element(page.getByText("98400 12345")).toBeVisible();
  referrers = undefined;
  await userEvent.fill(page.getByRole("searchbox", { name: "Search" }), "somebody");
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.element(page.getByText("98400 12345")).toBeVisible();
  referrers = [];
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.element(page.getByText(/^No referrer matches/)).toBeVisible();
});

test("a search that has found nobody so far can be continued", async () => {
  fakeServer({
    [LIST]: ({ value }) => {
      const { search, after } = value as { search?: string; after?: string };
      return { referrers: after || !search ? [RAVI] : [], next: after || !search ? null : "7-1" };
    },
  });
  await show("/referrers", <ReferrersScreen />);
  await userEvent.fill(page.getByRole("searchbox", { name: "Search" }), "Ra");
  await expect.element(page.getByText(/^No referrer found so far/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Search on" }));
  await expect.element(page.getByText("98400 12345")).toBeVisible();
  await expect.element(page.getByText(/^No referrer/)).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Search on" })).not.toBeInTheDocument();
});

test("if nobody has referred anybody, the screen says so", async () => {
  fakeServer({ [LIST]: () => ({ referrers: [], next: null }) });
  await show("/referrers", <ReferrersScreen />);
  await expect.element(page.getByText(/^No referrers yet/)).toBeVisible();
});
