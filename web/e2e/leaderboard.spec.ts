/** The list of those with most points: switched on, joined, read by everybody, and a name removed. */
import { openConsole } from "./support/console";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { BINU, expectToast, referAsMember, setServer } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

test.describe("Most points", { tag: "@hosted" }, () => {
  test("are named only of who says so, and a name is removed", async ({
    page,
    browser,
    server,
  }) => {
    await test.step("an owner switches the list on, for everybody", async () => {
      await openConsole(page, server, "/settings?tab=leaderboard");
      await page.getByRole("button", { name: "Change who sees it…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Shown").selectOption("For everybody");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Everybody reads on How the programme works")).toBeVisible();
      await expectAccessibleWideAndNarrow(page);
    });

    const context = await browser.newContext({ baseURL: server.address });
    setServer(context, server);
    const member = await context.newPage();
    const section = member.getByRole("region", { name: "Most points" });
    await test.step("a member with points joins it under a name", async () => {
      await referAsMember(member);
      await server.records.command(BINU.name, { kind: "points", points: "500", note: "" });
      await member.reload();
      await expect(section).toContainText("You are not on it. You have earned 500 points");
      await section.getByText("Join the list").click();
      await section.getByLabel("Name on the list").fill("The Dunes");
      await section.getByRole("button", { name: "Join" }).click();
      await expectToast(member, "Name Saved");
      await expect(section.getByRole("listitem")).toHaveText(["The Dunes 500 points"]);
      await expect(section).toContainText("You are number 1, with 500 points.");
      await expectAccessibleWideAndNarrow(member);
    });

    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.address });
    const guest = await plain.newPage();
    const leader = guest.getByRole("listitem").filter({ hasText: "The Dunes" });
    await test.step("everybody reads it, also without script", async () => {
      await guest.goto("/how-it-works");
      await expect(leader).toContainText("500 points");
      await expect(guest.getByText(/^Most points of .* under the names/)).toBeVisible();
    });

    await test.step("a name is removed, and its member chooses another one", async () => {
      await page.getByRole("link", { name: "Rewards" }).last().click();
      await page.getByRole("button", { name: "Remove The Dunes" }).click();
      await expectToast(page, "Name Removed");
      await expect(page.getByText("Nobody is on the list yet.")).toBeVisible();
      await expectAccessibleWideAndNarrow(page);
      await guest.reload();
      await expect(leader).toHaveCount(0);
      await member.reload();
      await section.getByText("Join the list").click();
      await section.getByLabel("Name on the list").fill("Asha of Doha");
      await section.getByRole("button", { name: "Join" }).click();
      await expect(section.getByRole("listitem")).toHaveText(["Asha of Doha 500 points"]);
    });
    await context.close();
    await plain.close();
  });
});
