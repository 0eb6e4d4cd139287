/**
 * How many presses the commonest tasks take. A press is a key or a click that does something; the
 * letters of a number, a name or an amount are not counted, because they have to be said anyway.
 */
import type { Locator, Page } from "@playwright/test";
import { fillProgramme, FIRST, openConsole, SECOND, THIRD } from "./support/console";
import { expect, hostedTest as test } from "./support/test";

/** Counts the presses of one task. */
class Task {
  private presses = 0;

  constructor(private readonly page: Page) {}

  async press(key: string) {
    this.presses += 1;
    await this.page.keyboard.press(key);
  }

  async click(target: Locator) {
    this.presses += 1;
    await target.click();
  }

  /** Types what has to be said. */
  async say(text: string) {
    await this.page.keyboard.type(text);
  }

  expectAtMost(most: number) {
    expect(this.presses).toBeLessThanOrEqual(most);
  }
}

test("the commonest tasks take few presses", { tag: "@hosted" }, async ({ page, server }) => {
  await fillProgramme(server);
  await openConsole(page, server);
  const history = page.getByRole("list").filter({ hasText: "Submitted" });
  const field = (name: string) => page.getByRole("dialog").getByLabel(name);
  const heading = (name: string) =>
    expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();

  await test.step("to find somebody and correct the number: 4", async () => {
    const task = new Task(page);
    await expect(page.getByRole("link", { name: FIRST })).toBeVisible();
    await task.press("/");
    await task.say(SECOND);
    await expect(page.getByRole("link", { name: FIRST })).toHaveCount(0);
    await task.click(page.getByRole("link", { name: SECOND }));
    await heading(SECOND);
    await task.press("t");
    await expect(page.getByLabel("Phone, corrected")).toBeFocused();
    await task.say("+974 5555 7777");
    await task.press("Enter");
    await expect(page.getByRole("link", { name: "+974 5555 7777" })).toBeVisible();
    await expect(page.getByText(/^Corrected\. Submitted as/)).toBeVisible();
    task.expectAtMost(4);
  });

  await page.goto("/console/referrals");
  await page.getByRole("link", { name: FIRST }).click();
  await heading(FIRST);

  await test.step("to assign it to oneself: 1", async () => {
    const task = new Task(page);
    await task.press("e");
    await expect(page.getByText(/^Responsible: (?!–)/)).toBeVisible();
    task.expectAtMost(1);
  });

  await test.step("to move it: 2", async () => {
    const task = new Task(page);
    await task.press("m");
    await expect(page.getByRole("button", { name: "Contacted" })).toBeFocused();
    await task.press("3");
    await expect(history.getByText("Moved to Suitable")).toBeVisible();
    task.expectAtMost(2);
  });

  await test.step("to award points: 2", async () => {
    const task = new Task(page);
    await task.press("p");
    await expect(field("Points")).toBeFocused();
    await task.say("50");
    await task.press("Enter");
    await expect(history.getByText("50 points saved")).toBeVisible();
    task.expectAtMost(2);
  });

  await test.step("to close the next one with a reason: 3", async () => {
    await page.goto("/console/referrals");
    await page.getByRole("link", { name: THIRD }).click();
    await heading(THIRD);
    const task = new Task(page);
    await task.press("d");
    await expect(field("Reason")).toBeFocused();
    await task.press("N");
    await expect(page.getByText("The referrer will read: “They are not interested")).toBeVisible();
    await task.press("Enter");
    await expect(history.getByText("Declined: Not interested")).toBeVisible();
    task.expectAtMost(3);
  });
});

test(
  "calls are told with one key each, and the third without an answer proposes to close",
  { tag: "@hosted" },
  async ({ page, server }) => {
    await fillProgramme(server);
    await openConsole(page, server);
    await page.getByRole("link", { name: FIRST }).click();
    await expect(page.getByRole("heading", { level: 1, name: FIRST })).toBeVisible();
    await test.step("c was the wrong key, and u takes back all of it from the next person", async () => {
      await page.keyboard.press("c");
      await expect(page.getByRole("heading", { level: 1, name: FIRST })).toHaveCount(0);
      await page.keyboard.press("u");
      await expect(page.getByRole("heading", { level: 1, name: FIRST })).toBeVisible();
      await expect(page.getByText("Undone: Moved to Contacted")).toBeVisible();
      await expect(page.getByText(/^Undone: Assigned to/)).toBeVisible();
      await expect(page.getByText("Responsible: –")).toBeVisible();
    });
    for (const times of ["once", "twice", "3 times"]) {
      await page.keyboard.press("2");
      await expect(page.getByText(`Nobody answered ${times}.`)).toBeVisible();
      // Until all of the screen is up to date, the next key is asked to wait.
      await expect(page.getByText("Saving…")).toHaveCount(0);
    }
    await test.step("one of them was a mistake", async () => {
      await page.keyboard.press("u");
      await expect(page.getByRole("dialog").getByLabel("Note")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText("Nobody answered twice.")).toBeVisible();
      await page.keyboard.press("2");
    });
    await page.getByRole("button", { name: "Close: no answer…" }).click();
    await expect(
      page.getByText("The referrer will read: “We could not reach them.”"),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await test.step("a call is planned in words, and a note survives a reload", async () => {
      await page.keyboard.press("4");
      await expect(page.getByLabel("Call again", { exact: true }).last()).toBeFocused();
      await page.keyboard.type("in 3 d");
      await page.keyboard.press("Enter");
      await expect(page.getByText(/^Call: call again; call by/)).toBeVisible();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Note", exact: true }).click();
      const note = page.getByLabel("Write a note");
      await note.fill("Speaks Malayalam.");
      await page.reload();
      await expect(note).toHaveValue("Speaks Malayalam.");
      await note.press("Enter");
      await expect(note).toHaveValue("");
      await expect(page.getByText("Speaks Malayalam.")).toBeVisible();
    });
    await test.step("whoever is reached has been contacted", async () => {
      await page.getByRole("heading", { level: 1 }).click();
      await page.keyboard.press("1");
      const beside = page.getByRole("region", { name: "Referral", exact: true });
      await expect(beside.getByText("Contacted", { exact: true })).toBeVisible();
    });
  },
);

test(
  "on a phone, calls and stages are under the thumb",
  { tag: "@hosted" },
  async ({ page, server }) => {
    await fillProgramme(server);
    await openConsole(page, server);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: FIRST }).click();
    await expect(page.getByRole("link", { name: /^\+974/ })).toBeInViewport();
    const call = page.getByRole("link", { name: "Call", exact: true });
    await expect(call).toHaveAttribute("href", /^tel:\+974\d+$/);
    await expect(call).toBeInViewport({ ratio: 1 });

    await test.step("the bar stays, and hides nothing of the history's end", async () => {
      await page.getByRole("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
      await expect(call).toBeInViewport({ ratio: 1 });
      const end = await page.getByText(/^Imported by/).boundingBox();
      const bar = await call.boundingBox();
      expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    });

    await test.step("a stage is chosen in two taps", async () => {
      await page.getByRole("button", { name: "Move", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Suitable" }).click();
      await expect(page.getByText("Moved to Suitable")).toBeVisible();
    });

    await test.step("and so is how a call went", async () => {
      await page.getByRole("button", { name: "Outcome" }).click();
      await page.getByRole("button", { name: "No answer" }).click();
      await expect(page.getByText("Nobody answered once.")).toBeVisible();
      await expect(page.getByRole("button", { name: "No answer" })).toBeHidden();
    });
  },
);
