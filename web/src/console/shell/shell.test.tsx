/** The navigation: what it offers to whom, folded and on a phone. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Viewer } from "@/console/server";
import { AUDITOR, fakeServer, inboxOf, listOf, OWNER, show } from "@/console/testing/fake-console";
import { changeLook } from "@/console/look";
import { Shell } from "./shell";

beforeEach(async () => {
  localStorage.clear();
  changeLook({ folded: false, roomy: false });
  await page.viewport(1000, 700);
});

async function open(viewer: Viewer, path = "/board") {
  fakeServer({
    "GET /inbox": () => inboxOf(listOf("Meera", "Yusuf").referrals, "second"),
    "GET /duplicates": () => ({ pairs: [], next: null }),
    "POST /messages/search": () => ({
      messages: [{ state: "received" }, { state: "forwarded" }, { state: "handled" }],
      next: null,
    }),
  });
  await show(
    path,
    <Shell viewer={viewer} screen={path}>
      <h1>Here</h1>
    </Shell>,
  );
}

const navigation = page.getByRole("navigation", { name: "Console" });
const link = (name: string) => navigation.getByRole("link", { name });

test("it has the screens in three groups, with what waits there", async () => {
  await open(OWNER);
  const groups = ["Work", "People", "Office"];
  for (const name of groups)
    await expect.element(navigation.getByRole("list", { name })).toBeVisible();
  await expect.element(link("Inbox 10 waiting")).toBeVisible();
  await expect.element(link("Messages 1 waiting")).toBeVisible();
  await expect
    .element(navigation.getByRole("link", { name: "Duplicates", exact: true }))
    .toBeVisible();
  await expect.element(link("Board")).toHaveAttribute("aria-current", "page");
});

test("it offers nobody what they may not open", async () => {
  await open(AUDITOR);
  await expect.element(link("Audit")).toBeVisible();
  await expect.element(link("Messages 1 waiting")).toBeVisible();
  for (const name of ["Duplicates", "Team", "Integrations", "Privacy"]) {
    await expect.element(link(name)).not.toBeInTheDocument();
  }
});

test("it folds to icons, which keep their names, and this device remembers it", async () => {
  await open(OWNER);
  const fold = page.getByRole("button", { name: "Names in the navigation" });
  await userEvent.click(fold);
  await expect.element(fold).toHaveAttribute("aria-expanded", "false");
  await expect.element(link("Inbox 10 waiting")).toBeVisible();
  expect(localStorage.getItem("consoleLook")).toBe('{"folded":true,"roomy":false}');
});

test("on a phone a bar has the four screens that are used most, and More the others", async () => {
  await page.viewport(390, 800);
  await open(OWNER);
  expect(navigation.getByRole("link").elements()).toHaveLength(4);
  await userEvent.click(navigation.getByRole("button", { name: "More" }));
  const more = page.getByRole("dialog", { name: "More" });
  await userEvent.click(more.getByRole("link", { name: "Privacy" }));
  await expect.element(more).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("status", { name: "Address" }))
    .toMatchTextContent("/privacy");
});

test("a phone that is held sideways has the bar as well, under the thumb", async () => {
  await page.viewport(844, 390);
  await open(OWNER);
  expect(navigation.getByRole("link").elements()).toHaveLength(4);
  await expect
    .poll(() => navigation.element().getBoundingClientRect().height)
    .toBeLessThanOrEqual(48);
});

test("a new screen takes the focus, so that it is read from its beginning", async () => {
  await open(OWNER);
  await expect.element(page.getByRole("main")).toHaveFocus();
});
