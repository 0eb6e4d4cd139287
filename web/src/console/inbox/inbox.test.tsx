/** The inbox: a referral is taken only once, by those who may. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AUDITOR, fakeServer, inboxOf, listOf, OWNER, show } from "@/console/testing/fake-console";
import { accepted } from "@/testing/server/answers";
import InboxScreen from "./inbox-screen";

const TAKE = "POST /referrals/nMeera/commands";

function inbox(answers: Parameters<typeof fakeServer>[0] = {}) {
  const answer = inboxOf(listOf("Meera", "Yusuf").referrals);
  return fakeServer({ "GET /inbox": () => answer, ...answers });
}

test("a referral is assigned once, however often the button is pressed before the answer", async () => {
  const answer = Promise.withResolvers<unknown>();
  const server = inbox({ [TAKE]: () => answer.promise });
  await show("/inbox", <InboxScreen viewer={OWNER} />);
  const button = page.getByRole("button", { name: "Take Meera" });
  await expect.element(button).toBeVisible();
  await userEvent.click(page.getByRole("heading", { name: "Inbox" }));
  await userEvent.keyboard("ee");
  await expect.element(button).toBeDisabled();
  await userEvent.keyboard("e");
  answer.resolve(accepted(listOf("Meera").referrals[0]));
  await expect.element(button).toBeEnabled();
  expect(server.of(TAKE)).toHaveLength(1);
  expect(server.of(TAKE)[0]?.value).toEqual({
    version: 1,
    command: { kind: "assign", staff: "s1" },
  });
});

test("a referral that is taken by its button keeps the focus, which its link has then", async () => {
  const [meera, yusuf] = listOf("Meera", "Yusuf").referrals;
  if (!meera || !yusuf) throw new Error("No referrals.");
  let list = inboxOf([meera, yusuf]);
  const taken = { ...yusuf, version: 2, progress: { ...yusuf.progress, owner: "s1" } };
  fakeServer({
    "GET /inbox": () => list,
    "POST /referrals/nYusuf/commands": () => {
      list = inboxOf([meera, taken]);
      return accepted(taken);
    },
  });
  await show("/inbox", <InboxScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Take Yusuf" }));
  await expect.element(page.getByRole("button", { name: "Take Yusuf" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Yusuf" })).toHaveFocus();
});

test("each section says how many are in it, and each referral what is to be done", async () => {
  const server = inbox();
  await show("/inbox", <InboxScreen viewer={OWNER} />);
  await expect
    .element(page.getByRole("link", { name: "Overdue 2" }))
    .toHaveAttribute("aria-current");
  await expect.element(page.getByText("Call, 2 d overdue").first()).toBeVisible();
  await expect.element(page.getByText("May be a duplicate").first()).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "New 7" }));
  await userEvent.selectOptions(page.getByLabelText("Whose"), "Everybody’s");
  await expect.poll(() => server.of("GET /inbox").at(-1)?.path).toContain("whose=all");
  expect(server.of("GET /inbox").some(({ path }) => path.includes("section=new"))).toBe(true);
});

test("somebody who may only read referrals has no buttons for them", async () => {
  const server = inbox();
  await show("/inbox", <InboxScreen viewer={AUDITOR} />);
  await expect.element(page.getByRole("link", { name: "Meera" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Take Meera" })).not.toBeInTheDocument();
  await userEvent.keyboard("emda");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(server.of(TAKE)).toHaveLength(0);
});

const active = () => document.querySelector("[data-active] a")?.textContent;

test("when a referral leaves the list, the one in its place is the next, not the first", async () => {
  let names = ["Meera", "Yusuf", "Leena", "Omar"];
  fakeServer({
    "GET /inbox": () => inboxOf(listOf(...names).referrals),
    "POST /referrals/nYusuf/commands": () => {
      names = names.filter((name) => name !== "Yusuf");
      return accepted(listOf("Yusuf").referrals[0]);
    },
  });
  await show("/inbox", <InboxScreen viewer={OWNER} />);
  await expect.element(page.getByRole("link", { name: "Omar" })).toBeVisible();
  await userEvent.click(page.getByRole("heading", { name: "Inbox" }));
  await userEvent.keyboard("j");
  await expect.poll(active).toBe("Yusuf");
  await expect.element(page.getByRole("status").getByText("Yusuf, Received")).toBeInTheDocument();
  await userEvent.keyboard("e");
  await expect.poll(active).toBe("Leena");
  // It would lie over the list of the next test.
  await userEvent.click(page.getByRole("button", { name: "Dismiss notification" }));
});

test("all of a row opens its referral, and a row does not move while it is pressed", async () => {
  inbox();
  await show("/inbox", <InboxScreen viewer={OWNER} />);
  const row = page.getByRole("listitem").filter({ hasText: "Yusuf" });
  await expect.element(row).toBeVisible();
  const { left, width, top, height } = row.element().getBoundingClientRect();
  const middle = document.elementFromPoint(left + width / 2, top + height - 3);
  expect(middle?.closest("a")?.textContent).toBe("Yusuf");
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  page.getByRole("link", { name: "Yusuf" }).element().focus();
  await expect.poll(active).toBe("Yusuf");
  expect(scrolled).not.toHaveBeenCalled();
  await userEvent.keyboard("k");
  await expect.poll(active).toBe("Meera");
  expect(scrolled).toHaveBeenCalled();
  scrolled.mockRestore();
});

const inTeam = (team: string) => () => [{ id: "s1", name: "Asha", team }];

test("whoever is in a team can see its inbox, and nobody else is offered one", async () => {
  const server = inbox({ "GET /colleagues": inTeam("Doha") });
  const first = await show("/inbox", <InboxScreen viewer={OWNER} />);
  const whose = page.getByLabelText("Whose");
  await expect
    .element(whose.getByRole("option", { name: "Team Doha and nobody’s" }))
    .toBeInTheDocument();
  await userEvent.selectOptions(whose, "Team Doha and nobody’s");
  await expect.poll(() => server.of("GET /inbox").at(-1)?.path).toContain("whose=team");
  await expect
    .element(page.getByRole("link", { name: "New 7" }))
    .toHaveAttribute("href", "/inbox?section=new&whose=team");
  await first.unmount();

  const alone = inbox({ "GET /colleagues": inTeam("") });
  await show("/inbox?whose=team", <InboxScreen viewer={OWNER} />);
  await expect.poll(() => alone.of("GET /inbox").at(-1)?.path).toContain("whose=mine");
  const options = () => [...(whose.element() as HTMLSelectElement).options].map(({ text }) => text);
  await expect.poll(options).toEqual(["Mine and nobody’s", "Everybody’s"]);
});
