/** The programme on a server in other languages than English: a member's whole way through it. */
import type { Page } from "@playwright/test";
import languages from "../../content/languages.json" with { type: "json" };
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { MEMBER } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";
import { wordsIn } from "./support/words";

const [, ...others] = languages;
const FRIEND = { name: "ليلى Hassan", phone: "+974 5555 1234" };
const RULE = { id: "success", gives: 500, to: "referrer", holdDays: 0 };
const OFFER = { id: "voucher", title: "Gift voucher", text: "", points: 300, kind: "voucher" };

for (const { code, tag } of others) {
  test.describe(`In ${tag}`, { tag: "@hosted" }, () => {
    const words = Object.fromEntries(
      ["referral", "rules", "components", "hosted", "points", "sharing"].map((file) => [
        file,
        wordsIn(code, file),
      ]),
    ) as Record<"referral" | "rules" | "components" | "hosted" | "points" | "sharing", Say>;

    test("a member logs in, refers somebody, exchanges points, shares a link and leaves", async ({
      page,
      server,
    }) => {
      const { referral, rules, hosted, points, sharing } = words;
      const pressed = (name: string) => page.getByRole("button", { name, exact: true }).click();
      const field = (name: string) => page.locator(`main form [name="${name}"]`);
      const section = (title: string) => page.getByRole("region", { name: title, exact: true });
      const dialog = page.getByRole("dialog");
      const asked: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/api/"))
          asked.push(request.headers()["accept-language"] ?? "none");
      });
      await server.records.publish([RULE]);
      await server.records.offer([OFFER]);
      await page.goto(`/${code}/referral?service=it-services`);

      await test.step("a guest is told what is missing", async () => {
        await expect(section(hosted("what-you-get"))).toContainText(hosted("for-example"));
        await pressed(referral("submit"));
        await expect(page.locator("main form li a").first()).toHaveText(
          rules("referrer-name-missing"),
        );
        await expect(page.getByText(referral("may-say-who"))).toBeVisible();
        await expectAccessibleWideAndNarrow(page);
        await said(page, rules("referrer-name-missing-toast"));
      });

      await test.step("the login refuses a wrong code and takes the right one", async () => {
        await field("mobile").fill("98400");
        await page.locator("button[value=signup]").click();
        await expect(field("mobile")).toHaveAccessibleDescription(
          including(rules("country-code-missing")),
        );
        await said(page, rules("error"));
        await field("mobile").fill(MEMBER);
        await page.locator("button[value=signup]").click();
        await said(page, rules("otp-sent-title"));
        await expect(dialog).toContainText(hosted("code-under-way"));
        await expectAccessibleWideAndNarrow(page);
        const otp = dialog.locator('[name="code"]');
        await otp.fill("000000");
        await pressed(referral("verify"));
        await expect(otp).toHaveAccessibleDescription(including(rules("wrong-code")));
        await said(page, rules("wrong-code-toast"));
        await otp.fill(await server.codeOf(MEMBER));
        await pressed(referral("verify"));
        await said(page, rules("signed-up"));
      });

      await test.step("a referral is refused, submitted and listed", async () => {
        await field("referredName").fill(FRIEND.name);
        await field("referredPhone").fill(MEMBER);
        await pressed(referral("submit"));
        await expect(field("referredPhone")).toHaveAccessibleDescription(
          including(rules("self-referral")),
        );
        await said(page, rules("self-referral"));
        await field("referredPhone").fill(FRIEND.phone);
        await pressed(referral("submit"));
        await said(page, rules("referral-submitted-title"));
        const row = page.getByRole("row", { name: FRIEND.name });
        await expect(row).toContainText(referral("pending"));
        const service = page.locator('select[name="service"] option[value="it-services"]').first();
        await expect(row).toContainText((await service.textContent()) ?? "no service");
        await row.getByText(hosted("history")).click();
        await expect(row.getByRole("listitem")).toContainText(hosted("submitted"));
        await expectAccessibleWideAndNarrow(page);
        await row.getByRole("button", { name: hosted("send-page") }).click();
        await dialog.getByRole("button", { name: hosted("page-make") }).click();
        await said(page, rules("page-made-title"));
        await expect(dialog.getByLabel(hosted("link"))).toHaveValue(new RegExp(`/${code}/p#`));
        await dialog.getByRole("button", { name: words.components("close") }).click();
        await row.getByRole("button", { name: hosted("correct") }).click();
        const text = dialog.locator('[name="text"]');
        await text.fill("");
        await dialog.getByRole("button", { name: hosted("correct-now"), exact: true }).click();
        await expect(text).toHaveAccessibleDescription(including(rules("referred-name-missing")));
        await said(page, rules("referrer-name-missing-toast"));
        await text.fill("ليلى حسن");
        await dialog.getByRole("button", { name: hosted("correct-now"), exact: true }).click();
        await said(page, rules("corrected-title"));
        await expect(page.getByRole("row", { name: "ليلى حسن" })).toBeVisible();
      });

      await test.step("points are in the statement, and exchanged", async () => {
        await server.records.command("ليلى حسن", { kind: "points", points: "500", note: "" });
        await page.reload();
        await expect(page.getByRole("row", { name: "ليلى حسن" }).first()).toContainText(
          referral("successful"),
        );
        const statement = page.getByRole("table", { name: points("statement") });
        await expect(statement.getByRole("row").last()).toContainText("500");
        await section(points("exchange-points"))
          .getByRole("button", { name: points("choose") })
          .click();
        const reference = dialog.locator('[name="reference"]');
        await reference.fill("GB82 WEST 1234 5698 7654 32");
        await expectAccessibleWideAndNarrow(page);
        await dialog.locator("button[type=submit]").click();
        await expect(reference).toHaveAccessibleDescription(including(rules("reference-bank")));
        await said(page, rules("reference-bank"));
        await reference.fill("asha@example.com");
        await dialog.locator("button[type=submit]").click();
        await said(page, rules("redemption-requested"));
        const requests = section(points("your-requests"));
        await expect(requests.getByText(rules("request-label-requested")).first()).toBeVisible();
        await requests.getByRole("button", { name: points("take-back") }).click();
        await expect(dialog).toContainText("300");
        await dialog.locator("button[type=submit]").click();
        await said(page, rules("redemption-cancelled"));
      });

      await test.step("a link is made, and refused with a number for a name", async () => {
        const own = section(sharing("share-link"));
        const name = own.locator('[name="referrerName"]');
        await name.fill(MEMBER);
        await own.locator("button[type=submit]").click();
        await expect(name).toHaveAccessibleDescription(including(rules("name-has-number")));
        await said(page, rules("name-has-number"));
        await name.fill("Asha");
        await own.locator("button[type=submit]").click();
        await said(page, rules("link-made"));
        await expect(own).toContainText(sharing("not-opened"));
        const link = own.locator(`a[href*="/${code}/r/"]`);
        const opened = await page.request.get((await link.getAttribute("href")) ?? "");
        expect(await opened.text()).toContain(`<html lang="${tag}"`);
        await expectAccessibleWideAndNarrow(page);
      });

      await test.step("the account has its name, texts and logins", async () => {
        const naming = section(hosted("your-name"));
        await naming.getByText(hosted("change-name")).click();
        await naming.locator("input").fill("Asha Menon");
        await naming.locator("button").click();
        await said(page, rules("name-saved"));
        const texts = section(hosted("texts"));
        await texts.getByText(hosted("texts-choose")).click();
        await texts.getByRole("button").click();
        await said(page, rules("notifications-saved"));
        await expect(texts).toContainText(hosted("texts-on"));
        const logins = section(hosted("logins"));
        await logins.getByText(hosted("logins-show")).click();
        await expect(logins).toContainText(hosted("this-login"));
        await expectAccessibleWideAndNarrow(page);
      });

      await test.step("what is stored is erased", async () => {
        await pressed(referral("erase-mine"));
        await expect(dialog).toContainText(hosted("erase-trace"));
        await expectAccessibleWideAndNarrow(page);
        await pressed(referral("erase-all"));
        await said(page, rules("account-erased"));
        await expect(page.getByRole("heading", { name: referral("join") })).toBeVisible();
      });
      expect(new Set(asked)).toEqual(new Set([tag]));
    });
  });
}

/** A message without choices, by its id. */
type Say = (id: string) => string;

/** Waits for a notice with these words, and closes it: on a small screen it may lie over the next button. */
async function said(page: Page, text: string) {
  const toast = page.locator("ol[tabindex] > li").filter({ hasText: text });
  await expect(toast).toBeVisible();
  await toast.getByRole("button").click();
  await expect(toast).toBeHidden();
}

/** A pattern for a longer text with these words. */
function including(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?()[\]]/g, "\\$&"));
}
