/** A month's end: what members ask for is approved, put into a batch, exported, and settled line by line. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openConsole } from "./support/console";
import { setUpApp } from "./support/coordinator";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { BINU, openReferral, referAsMember } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

const MANAGER = { name: "Leena", mobile: "919840054321" };
const RULE = { id: "success", gives: 500, to: "referrer", holdDays: 0 };

type Typed = { title: string; points: string; name: string; amount?: string };

test(
  "what a member asks for is approved, exported twice alike, paid or failed, and asked for again",
  { tag: "@hosted" },
  async ({ page: member, browser, server }) => {
    test.slow();
    await server.records.publish([RULE]);
    await server.records.invite({ ...MANAGER, role: "manager", services: [] });
    await referAsMember(member);
    const owner = await server.onAnotherDevice(browser);
    const manager = await server.onAnotherDevice(browser);

    await test.step("an owner says what is offered, and awards points", async () => {
      await openConsole(owner, server, "/settings?tab=catalogue");
      await owner.getByRole("button", { name: "Change the catalogue…" }).click();
      await addOffer(owner, { title: "Gift voucher", points: "300", name: "gift" });
      await addOffer(owner, { title: "Cash", points: "200", name: "cash", amount: "12.345" });
      await owner.getByRole("button", { name: "Publish" }).click();
      await expect(owner.getByText(/^Version 1, published by/)).toBeVisible();
      await expect(owner.getByRole("cell", { name: "KWD 12.345" })).toBeVisible();
      await expectAccessibleWideAndNarrow(owner);
      await owner.goto("/console/referrals");
      await owner.getByRole("link", { name: BINU.name, exact: true }).click();
      await expect(owner.getByRole("heading", { name: BINU.name })).toBeVisible();
      await owner.keyboard.press("p");
      await expect(owner.getByRole("dialog").getByLabel("Points")).toHaveValue("500");
      await owner.keyboard.press("Enter");
      await expect(owner.getByRole("dialog")).toHaveCount(0);
    });

    await test.step("the member asks for both", async () => {
      await openReferral(member);
      await exchange(member, "Gift voucher", 300);
      await exchange(member, "Cash", 200);
    });

    await test.step("who awarded the points approves nothing, and a colleague does", async () => {
      await owner.goto("/console/rewards");
      await owner.getByRole("list").getByRole("link").filter({ hasText: "User" }).first().click();
      await expect(
        owner.getByText(/^You had a part in awarding this member’s points/),
      ).toBeVisible();
      await expect(owner.getByRole("button", { name: "Approve" })).toHaveCount(0);
      await expectAccessibleWideAndNarrow(owner);

      await server.logIn(manager, "Login", MANAGER.mobile);
      await manager.goto("/console/rewards");
      await setUpApp(manager);
      await manager.getByRole("button", { name: "Later" }).click();
      await expect(manager.getByRole("listitem").filter({ hasText: /\d points/ })).toHaveCount(2);
      await manager.keyboard.press("o");
      await expect(manager.getByRole("button", { name: "Approve" })).toBeVisible();
      await manager.keyboard.press("a");
      await expect(manager.getByRole("region", { name: "Request" })).toContainText("was approved");
      await manager.keyboard.press("j");
      await expect(manager.getByRole("button", { name: "Approve" })).toBeVisible();
      await manager.keyboard.press("a");
      await expect(manager.getByText(/^Nobody is waiting for a decision/)).toBeVisible();
    });

    await test.step("they make a batch, which they cannot approve", async () => {
      await manager.getByRole("link", { name: "Batches" }).click();
      await manager.getByRole("button", { name: "Create a batch…" }).click();
      await manager.getByRole("button", { name: "Create a batch: 2 requests" }).click();
      await expect(manager.getByText(/^You made this batch/)).toBeVisible();
      await expect(manager.getByRole("button", { name: "Approve" })).toHaveCount(0);
      await expectAccessibleWideAndNarrow(manager);
    });

    await test.step("somebody else approves it, and exports it twice", async () => {
      await owner.goto("/console/rewards?tab=batches&batch=1");
      await owner.getByRole("button", { name: "Approve" }).click();
      const first = await exported(owner, "Export as CSV");
      await expect(owner.getByText(/does not mean that anything was paid/)).toBeVisible();
      expect(await exported(owner, "Export again")).toBe(first);
      expect(first).toContain('"Cash","200","KWD","12.345"');
      expect(first.trim().split("\r\n").at(-1)).toBe('"Sum","","","","","KWD","12.345","",""');
      await expectAccessibleWideAndNarrow(owner);
    });

    await test.step("one line is paid, one has failed, and the batch is closed", async () => {
      await owner.getByRole("button", { name: /^Paid .*Cash$/ }).click();
      await expect(owner.getByRole("row", { name: /Cash/ })).toContainText("Paid");
      // Whoever awarded the points does not say that they are back.
      await manager.goto("/console/rewards?tab=batches&batch=1");
      await manager.getByRole("button", { name: /^Failed… .*Gift voucher$/ }).click();
      await manager.getByRole("dialog").getByLabel("Reason").fill("The shop has none left.");
      await manager.keyboard.press("Enter");
      await expect(manager.getByRole("row", { name: /Gift voucher/ })).toContainText("Failed");
      await owner.reload();
      await owner.getByRole("button", { name: "Close the batch" }).click();
      await expect(owner.getByText("Nothing is left to do about it.").first()).toBeVisible();
    });

    await test.step("the points of the one that failed are back, and it is asked for again", async () => {
      await member.reload();
      await expect(member.getByText("The shop has none left.")).toBeVisible();
      await exchange(member, "Gift voucher", 300);
      await owner.goto("/console/rewards");
      await expect(owner.getByRole("listitem").filter({ hasText: "Gift voucher" })).toHaveCount(1);
    });
    await owner.context().close();
    await manager.context().close();
  },
);

async function addOffer(page: Page, { title, points, name, amount }: Typed) {
  await page.getByRole("button", { name: "Add an offer…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Points").fill(points);
  await dialog.getByLabel("Name").fill(name);
  if (amount) {
    await dialog.getByLabel("What", { exact: true }).selectOption("Bank transfer");
    await dialog.getByLabel("Currency").selectOption("KWD");
    await dialog.getByLabel("Amount").fill(amount);
  }
  await dialog.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(dialog).toHaveCount(0);
}

async function exchange(page: Page, title: string, points: number) {
  await page.getByRole("button", { name: `Choose ${title}` }).click();
  await page.getByRole("button", { name: `Exchange ${points} points` }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** The text of the file that a button saves. */
async function exported(page: Page, button: string): Promise<string> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  return readFile(await (await saved).path(), "utf8");
}
