/** The editor of the content, as somebody uses it who knows neither Git nor TOML. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { heavyPictures } from "../scripts/budgets";
import { EditedContent } from "./support/edited-content";
import { expect, test } from "./support/test";

/** What its policy refuses: fonts that it has itself, and a page about the state of a Git host. */
test.use({ allowedConsole: /cdn\.jsdelivr\.net|githubstatus\.com|ERR_FILE_NOT_FOUND/ });

const PHOTO = fileURLToPath(new URL("../../content/public/apple-touch-icon.png", import.meta.url));

let edited: EditedContent;
test.beforeEach(async ({ page }) => {
  edited = await EditedContent.open();
  await page.goto(`${edited.address}/edit`);
  await edited.give(page);
  await page.getByRole("button", { name: "Work with Local Repository" }).click();
});
test.afterEach(async ({ page }) => {
  // An open page would ask on.
  await page.goto("about:blank");
  await edited.close();
});

test("a headline and a picture are changed, and the page has both", async ({ page }) => {
  await page.getByRole("treeitem", { name: "Posts" }).click();
  await page.getByRole("row", { name: "Staffing a line station" }).click();
  await waitForAllFields(page);
  await fill(page, "Title", 'A "new" headline');
  await press(page, "Replace Image");
  await choosePhoto(page);
  await save(page);

  const post = "content/en/posts/staffing-a-line-station.md";
  await take(page, post, 'title = "A \\"new\\" headline"');
  await edited.build();
  const posts = await edited.text("web/src/content/generated/posts.ts");
  expect(posts).toContain('"title": "A \\"new\\" headline"');
  expect(posts).toMatch(
    /"\/pictures\/our-photo-1\.webp"[^}]*"imageWidth": 180,\s*"imageHeight": 180/,
  );
});

test("what is wrong with what was saved is said over the editor and the page until it is mended", async ({
  page,
}) => {
  const words = "content/en/vacancies/a.md: it closes on 2026-11-01, before it was posted";
  const alert = page.getByRole("alert").filter({ hasText: words });
  await expect(page.getByRole("treeitem", { name: "Posts" })).toBeVisible();
  await edited.say(words);
  await expect(alert).toBeVisible();
  await alert.getByRole("button", { name: "Hide" }).click();
  await expect(alert).toBeHidden();

  // A page with a form, which React takes over.
  await page.goto(`${edited.address}/contact`);
  await expect(alert).toBeVisible();
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAttribute("aria-invalid", "true");
  await expect(alert).toBeVisible();
  await edited.say("");
  await expect(alert).toBeHidden();
});

test("a vacancy is added with a picture, and builds", async ({ page }) => {
  await page.getByRole("treeitem", { name: "Vacancies" }).click();
  await page.getByRole("button", { name: "Create New Entry" }).click();
  await waitForAllFields(page);
  await fill(page, "Title", "Welder, Doha & Al Khor");
  await fill(page, "Summary", "A workshop needs two welders.");
  await fill(page, "Place", "Doha");
  await fill(page, "Country", "Qatar");
  await page.getByRole("radio", { name: "Full time" }).click();
  await fill(page, "Posted", "2026-11-26");
  await fill(page, "Closes", "2027-01-31");
  await fill(page, "Apply", "Write to us.");
  await choose(page, "Service", "HR Recruitment");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.pressSequentially("The work.");
  await text.press("Enter");
  await press(page, "Image");
  await press(page, "Browse");
  await choosePhoto(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const description = page.getByRole("textbox", { name: "Alt Text", exact: true });
  await expect(description).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(/^What the picture shows, in a sentence/)).toBeVisible();
  await description.fill("The workshop");
  // The editor takes what is typed into a block of the text a moment later. Until then it says that it is missing.
  const button = page.getByRole("button", { name: "Save", exact: true });
  await expect(async () => {
    if (await button.isVisible()) await button.click();
    await expect(page.getByText("Entry saved.")).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await take(page, "content/en/vacancies/welder-doha-al-khor.md", "The work.");
  expect(await heavyPictures(path.join(edited.root, "content/public"))).toEqual([]);
  await edited.build();
  const vacancies = await edited.text("web/src/content/generated/vacancies.ts");
  expect(vacancies).toContain('"title": "Welder, Doha & Al Khor"');
  const built = await edited.text("web/src/content/generated/vacancies/welder-doha-al-khor.ts");
  expect(built).toContain('"alt": "The workshop",\n    "width": 180,\n    "height": 180');
});

/** The fields of the English text. Translations that there are stand beside them. */
function english(page: Page) {
  return page.getByRole("group", { name: /English.* Content/ });
}

/** Waits for the last field: until it is there, those above it move. */
async function waitForAllFields(page: Page) {
  await expect(english(page).getByRole("textbox", { name: "Text", exact: true })).toBeVisible();
}

async function fill(page: Page, name: string, text: string) {
  await english(page).getByRole("textbox", { name, exact: true }).fill(text);
}

/** Presses a button among the fields by keyboard, which reaches it also while it moves. */
async function press(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).press("Enter");
}

/** Chooses one of several values. */
async function choose(page: Page, name: string, value: string) {
  await page.getByRole("combobox", { name, exact: true }).click();
  await page.getByRole("option", { name: value, exact: true }).click();
}

/** Uploads a picture whose name has capitals and blanks, and inserts it. */
async function choosePhoto(page: Page) {
  const dialog = page.getByRole("dialog");
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Upload" }).click();
  const buffer = await readFile(PHOTO);
  await (await chooser).setFiles({ name: "Our Photo (1).PNG", mimeType: "image/png", buffer });
  await expect(dialog.getByRole("option", { name: "our-photo-1.png" })).toBeVisible();
  await dialog.getByRole("button", { name: "Insert" }).click();
  await expect(dialog).toBeHidden();
  // It is made smaller first. Until then the field is empty, and what is saved would be refused.
  await expect(page.getByText("/pictures/our-photo-1.webp")).toBeVisible();
}

/** Saves, and waits until it says that it has. */
async function save(page: Page) {
  const button = page.getByRole("button", { name: "Save", exact: true });
  await button.click();
  await expect(button).toBeHidden();
  await expect(page.getByText("Entry saved.")).toBeVisible();
}

test("one of everything is changed, and all of it builds", async ({ page }) => {
  const titles = {
    Services: "Aerospace Consulting",
    Vacancies: "Maintenance planner, base maintenance",
    Courses: "The first weeks of a supervisor",
    Cases: "A heavy check, nine days shorter",
    "Pages of text": "Terms of use",
  };
  for (const [collection, title] of Object.entries(titles)) {
    await page.getByRole("treeitem", { name: collection }).click();
    await page
      .getByRole("row", { name: title })
      .getByRole("gridcell", { name: title })
      .last()
      .click();
    await fill(page, "Title", `${title}, edited`);
    await save(page);
  }
  await page.getByRole("treeitem", { name: "The company" }).click();
  await page.getByRole("gridcell", { name: "Names, offices, numbers" }).click();
  const before = await edited.text("content/site.json");
  await fill(page, "Tagline", "A tagline, edited");
  await save(page);

  await take(page, "content/site.json", "A tagline, edited");
  const changed = before.replace(/"tagline": ".*"/, '"tagline": "A tagline, edited"');
  expect(await edited.text("content/site.json")).toBe(changed);
  await edited.build();
  const generated = (name: string) => edited.text(`web/src/content/generated/${name}.ts`);
  const built = ["services", "vacancies", "courses", "cases", "addresses"].map(generated);
  const lists = (await Promise.all(built)).join("\n");
  for (const title of Object.values(titles)) expect(lists).toContain(`"${title}, edited"`);
  expect(await generated("site")).toContain('"A tagline, edited"');
});

/** Takes the files when one of them has what was saved last. */
async function take(page: Page, file: string, words: string) {
  await expect(async () => {
    await edited.take(page);
    expect(await edited.text(file)).toContain(words);
  }).toPass();
}
