/** The list of those with most points, and joining and leaving it. */
import type { OwnStanding } from "@bindings";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accepted, json, problem } from "@/testing/server/answers";
import { MEMBER } from "@/testing/samples";
import { button, logIn, showHostedPage, site } from "./testing/hosted-site";

const OWN = "GET /me/leaderboard";
const LIST = "GET /leaderboard";
const QUARTER = "October to December 2026";

const section = page.getByRole("region", { name: "Most points" });
const list = section.getByRole("list", { name: "Most points" });

const NOT_ON_IT: OwnStanding = { leaderboard: "members", quarter: QUARTER, points: 300 };
const ON_IT: OwnStanding = { ...NOT_ON_IT, name: "Asha", place: 12 };

/** Lets the server have this list, with the member in this place. */
function answer(standing: OwnStanding) {
  site.server.instead.set(OWN, () => json(standing));
  const leaders = [
    { name: "علي", points: 1_200 },
    { name: "Binu", points: 1 },
  ];
  site.server.instead.set(LIST, () => json({ quarter: QUARTER, leaders }));
}

beforeEach(showHostedPage);

test("it is a list in its order, and the member reads that they are not on it", async () => {
  answer(NOT_ON_IT);
  await logIn("Sign Up", MEMBER);
  await expect.element(list.getByRole("listitem").first()).toHaveTextContent("علي 1,200 points");
  await expect.element(list.getByRole("listitem").last()).toHaveTextContent("Binu 1 point");
  expect(list.element().tagName).toBe("OL");
  await expect.element(section.getByText(/from October to December 2026/)).toBeVisible();
  await expect.element(section.getByText(/^You are not on it\. You have earned 300/)).toBeVisible();
});

test("a member joins under a name, reads their own place, and leaves", async () => {
  answer(NOT_ON_IT);
  await logIn("Sign Up", MEMBER);
  await userEvent.click(section.getByText("Join the list"));
  const name = section.getByLabelText("Name on the list");
  await expect.element(name).toHaveAccessibleDescription(/^Every member can read it/);
  const joined = vi.fn<(body: unknown) => void>();
  site.server.instead.set("PUT /me/leaderboard", ({ value }) => {
    joined(value);
    answer(ON_IT);
    return accepted(ON_IT, "Name Saved");
  });
  await userEvent.fill(name, "Asha");
  await userEvent.click(button("Join"));
  await expect.element(section.getByText(/^You are number 12, with 300 points/)).toBeVisible();
  expect(joined).toHaveBeenCalledExactlyOnceWith({ name: "Asha" });
  const summary = section.getByText("Change the name, or leave");
  await expect.element(summary).toHaveFocus();
  await expect.element(name).toHaveValue("Asha");
  site.server.instead.set("DELETE /me/leaderboard", () => {
    answer(NOT_ON_IT);
    return accepted(NOT_ON_IT, "You Left the List");
  });
  await userEvent.click(button("Leave the list"));
  await expect.element(section.getByText("Join the list")).toHaveFocus();
});

test("what is wrong with a name stands beside it", async () => {
  answer({ ...NOT_ON_IT, leaderboard: "public" });
  await logIn("Sign Up", MEMBER);
  await userEvent.click(section.getByText("Join the list"));
  site.server.instead.set("PUT /me/leaderboard", () => problem(422, ["name-has-number"]));
  const name = section.getByLabelText("Name on the list");
  await userEvent.fill(name, "98765 43210");
  await userEvent.click(button("Join"));
  await expect
    .element(name)
    .toHaveAccessibleDescription(/not a phone number.*Everybody can read it/);
  await expect.element(name).toHaveFocus();
});

test("switched off, it is not there, but for whoever still has a name on it", async () => {
  answer({ ...NOT_ON_IT, leaderboard: "off" });
  await logIn("Sign Up", MEMBER);
  await expect.element(page.getByRole("region", { name: "Your points" })).toBeVisible();
  await expect.element(section).not.toBeInTheDocument();
});

test("whoever is on a list that is switched off can leave it", async () => {
  answer({ ...ON_IT, leaderboard: "off" });
  await logIn("Sign Up", MEMBER);
  await userEvent.click(section.getByText("Change the name, or leave"));
  await expect.element(button("Leave the list")).toBeVisible();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(section.getByLabelText("Name on the list")).not.toBeInTheDocument();
});
