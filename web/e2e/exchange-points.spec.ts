/** Points that a member exchanges, in one tab and in two. */
import type { Page } from "@playwright/test";
import { BINU, expectReady, expectToast, referAsMember } from "./support/programme";
import type { HostedServer } from "./support/hosted-server";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";

const OFFERS = [
  {
    id: "voucher",
    title: "Gift voucher",
    text: "For a bookshop of your choice.",
    points: 500,
    kind: "voucher",
    stock: 3,
  },
  {
    id: "money",
    title: "With your pay",
    text: "",
    points: 800,
    kind: "bank-transfer",
    amount: { currency: "KWD", number: "12.345" },
  },
];

/** Logs a member in who has earned 500 points, with these offers. */
async function logInWithPoints(page: Page, server: HostedServer) {
  await server.records.offer(OFFERS);
  await referAsMember(page);
  await server.records.command(BINU.name, { kind: "points", points: "500", note: "" });
  await page.reload();
  await expect(offers(page).getByRole("definition")).toHaveText("500");
}

const offers = (page: Page) => page.getByRole("region", { name: "Exchange points" });
const requests = (page: Page) => page.getByRole("region", { name: "Your requests" });

async function choose(page: Page) {
  await offers(page).getByRole("button", { name: "Choose Gift voucher" }).click();
  await page.getByRole("dialog").getByLabel("Where the voucher goes").fill("asha@example.com");
}

const confirm = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Exchange 500 points" });

test.describe("Points are exchanged", { tag: "@hosted" }, () => {
  test("in two tabs at once: one request and one balance", async ({ page, context, server }) => {
    await logInWithPoints(page, server);
    const second = await context.newPage();
    await second.goto("/referral");
    await expectReady(second);
    await choose(page);
    await choose(second);
    await Promise.all([confirm(page).click(), confirm(second).click()]);
    for (const tab of [page, second]) {
      await expect(tab.getByRole("dialog")).toHaveCount(0);
      await expect(requests(tab).getByRole("heading", { level: 3 })).toHaveText(["Gift voucher"]);
      await expect(offers(tab).getByRole("definition")).toHaveText("0");
      await expect(offers(tab)).toContainText("500 points more needed");
    }
    await expectAccessibleWideAndNarrow(page);
  });

  test("and taken back, until somebody has decided", async ({ page, server }) => {
    await logInWithPoints(page, server);
    await choose(page);
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Left afterwards");
    await expectAccessibleWideAndNarrow(page);
    await confirm(page).click();
    await expectToast(page, "Request Sent");
    const own = requests(page);
    await expect(own).toContainText("has arrived. We will look at it soon.");
    await own.getByRole("button", { name: /^Change where the voucher goes/ }).click();
    const reference = dialog.getByLabel("Where the voucher goes");
    await reference.fill("GB82 WEST 1234 5698 7654 32");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(reference).toHaveAccessibleDescription(/looks like bank details/);
    await reference.fill("office@example.com");
    await reference.press("Enter");
    await expect(own).toContainText("office@example.com");

    await own.getByRole("button", { name: "Take back" }).click();
    await dialog.getByRole("button", { name: "Take back", exact: true }).click();
    await expect(own).toContainText("was taken back. You have the points again.");
    await expect(own.getByRole("button")).toHaveCount(0);
    await expect(offers(page).getByRole("definition")).toHaveText("500");
    await expect(offers(page).getByRole("button", { name: "Choose Gift voucher" })).toBeVisible();
  });

  test("only for what one has, and for what is still offered", async ({ page, server }) => {
    await logInWithPoints(page, server);
    const dear = offers(page).getByRole("listitem").filter({ hasText: "With your pay" });
    await expect(dear).toContainText("Bank transfer of KWD 12.345");
    await expect(dear).toContainText("300 points more needed");
    await expect(dear.getByRole("button")).toHaveCount(0);
    await choose(page);
    // Its points are gone before the request is sent.
    await server.records.command(BINU.name, { kind: "points", points: "100", note: "Typed" });
    await confirm(page).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(/^You do not have enough points for this/)).toBeVisible();
    await expect(dialog.getByLabel("Where the voucher goes")).toHaveValue("asha@example.com");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(offers(page)).toContainText("400 points more needed");
    await expect(requests(page)).toHaveCount(0);
  });
});
