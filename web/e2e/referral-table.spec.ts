/** A list of referrals: columns on a desktop, cards on a phone, with any names. */
import type { Page } from "@playwright/test";
import { expectNoSidewaysScrolling } from "./support/pages";
import { ADMIN, KEYS, logIn, MEMBER, openReferral, prepare, record } from "./support/programme";
import { expect, test } from "./support/test";

const NAMES = [
  "Binu Thomas",
  "Maria-Magdalena von Hohenzollern-Sigmaringen und Schwarzburg-Rudolstadt",
  "محمد عبد الله القحطاني",
  "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafers",
];
const COLUMNS = ["Name", "Phone", "Service", "Date", "Status", "Points"];

/** Forty referrals by one member, with names of every kind. */
async function prepareForty(page: Page) {
  const forty = Array.from({ length: 40 }, (_, index) =>
    record({
      id: 1_763_690_000_000 + index,
      referrerName: NAMES[(index + 1) % NAMES.length],
      referredName: NAMES[index % NAMES.length],
      referredPhone: index % 2 ? "00971 50 123 4567 ext 12" : "9744555666",
      notes: index % 3 ? "" : "لا يتصل قبل الظهر",
      ...(index % 5 === 0 && { status: "Successful", points: 123_456_789 }),
    }),
  );
  await prepare(page, { [KEYS.referrals]: JSON.stringify(forty) });
  await openReferral(page);
}

for (const [who, mobile, mode, columns] of [
  ["a member", MEMBER, "Sign Up", COLUMNS],
  ["the admin", ADMIN, "Login", COLUMNS.toSpliced(2, 0, "Referred by")],
] as const) {
  test(`${who} sees forty referrals as a table`, async ({ page }) => {
    await prepareForty(page);
    await logIn(page, mode, mobile);
    const table = page.getByRole("table");
    const heads = table.getByRole("columnheader");
    await expect(table.getByRole("rowheader")).toHaveCount(40);
    const names = await heads.allTextContents();
    expect(names.slice(0, columns.length)).toEqual(columns);
    await test.step("every cell is under its column's header", async () => {
      expect(await cellsBesideTheirColumns(page, columns.length)).toEqual([]);
    });
    await test.step("the column headers stay visible, below the page's header", async () => {
      await table.getByRole("row").nth(30).scrollIntoViewIfNeeded();
      await expect(heads.first()).toBeInViewport();
      const [bar, head] = await Promise.all([
        page.getByRole("banner").boundingBox(),
        heads.first().boundingBox(),
      ]);
      expect(head?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1);
    });
  });

  test(`${who} sees each referral as a card`, { tag: "@phone" }, async ({ page }) => {
    await prepareForty(page);
    await logIn(page, mode, mobile);
    const row = page.getByRole("row").filter({ hasText: "Wolfeschlegel" }).first();
    await expect(row).toBeVisible();
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoSidewaysScrolling(page);
      const { x = 0, width: wide = 0 } =
        (await row.getByRole("rowheader").locator("bdi").boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
    }
    const said = await row
      .getByRole("cell")
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.textContent && cell instanceof HTMLElement && cell.dataset.name)
          .map((cell) => getComputedStyle(cell, "::before").content.replace(/^"(.*?)".*/, "$1")),
      );
    expect(said.filter((name) => name !== "Notes")).toEqual(columns.slice(1));
  });
}

test("a table that is drawn as cards is still a table to screen readers", async ({ page }) => {
  await prepareForty(page);
  await logIn(page, "Sign Up", MEMBER);
  const heads = await page.locator("thead th").count();
  expect(heads).toBeGreaterThan(COLUMNS.length);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const count = (role: string) => nodes.filter((node) => node.role?.value === role).length;
    expect(count("table")).toBe(1);
    expect(count("columnheader")).toBe(heads);
    expect(count("rowheader")).toBe(40);
  }
});

test("after a login the form is visible without scrolling", { tag: "@small" }, async ({ page }) => {
  await openReferral(page);
  await logIn(page, "Sign Up", MEMBER);
  await openReferral(page);
  await expect(page.getByRole("heading", { name: "Welcome, User2345!" })).toBeInViewport();
  await expect(page.getByLabel("Referred Person's Name")).toBeInViewport();
});

test("an empty list says so, and what will be in it", async ({ page }) => {
  await openReferral(page);
  await logIn(page, "Login", ADMIN);
  await expect(page.getByText("No referrals submitted yet.")).toBeVisible();
  await expect(page.getByText(/^Each referral will appear here/)).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
});

/** The cells of the first row that are not aligned with the head of their column. */
function cellsBesideTheirColumns(page: Page, columns: number): Promise<string[]> {
  return page.getByRole("row").evaluateAll((rows, count) => {
    const [heads, ...others] = rows.map((row) =>
      [...row.children].slice(0, count).map((cell) => cell.getBoundingClientRect()),
    );
    return others.flatMap((cells, row) =>
      cells.flatMap(({ left, right }, column) => {
        const head = heads?.[column];
        const off = Math.max(
          Math.abs(left - (head?.left ?? 0)),
          Math.abs(right - (head?.right ?? 0)),
        );
        return off > 1 ? [`row ${row}, column ${column}: ${off} pixels`] : [];
      }),
    );
  }, columns);
}
