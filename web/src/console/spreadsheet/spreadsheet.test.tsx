/** Importing a spreadsheet: what is sent, and what stays in the form. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { RowCheck, Spreadsheet, SpreadsheetRequest } from "@bindings";
import { fakeServer, show } from "@/console/testing/fake-console";
import { accepted, problem } from "@/testing/server/answers";
import SpreadsheetScreen from "./spreadsheet-screen";

const CHECK = "POST /spreadsheets/check";
const IMPORT = "POST /spreadsheets";
const TEXT = "Name\tPhone\tReferred by\tReferrer phone\tService\nAsha\t1\tGita\t2\tTraining\n";
const ASHA = {
  referrerName: "Gita",
  referrerPhone: "2",
  referredName: "Asha",
  referredPhone: "1",
  service: "Training",
  notes: "",
};
/** What the server says of each import here. */
const NOTICE = "Done. It is done.";
const FINE: RowCheck = { refusals: [], doubts: [] };

async function screen(checks: RowCheck[], answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    "GET /spreadsheets": () => ({ imports: [], next: null }),
    [CHECK]: () => accepted({ rows: checks }),
    ...answers,
  });
  await show("/import", <SpreadsheetScreen />);
  return server;
}

const rows = () => page.getByLabelText("Rows", { exact: true });
const press = (name: string) => userEvent.click(page.getByRole("button", { name }));

test("rows are sent as the columns say", async () => {
  const server = await screen([FINE]);
  await userEvent.fill(rows(), TEXT);
  await press("Check 1 row");
  await expect.element(page.getByRole("button", { name: "Import 1 referral" })).toBeVisible();
  expect(server.of(CHECK)[0]?.value).toEqual({ rows: [ASHA] });
  // Another choice makes it outdated. A column has what no other one has.
  await userEvent.selectOptions(page.getByLabelText("What Service is"), "Notes");
  await expect.element(page.getByText("What we found")).not.toBeInTheDocument();
  await userEvent.selectOptions(page.getByLabelText("Service", { exact: true }), "Others");
  await press("Check 1 row");
  const sent = { ...ASHA, service: "others", notes: "Training" };
  await expect.poll(() => server.of(CHECK)[1]?.value).toEqual({ rows: [sent] });
  await userEvent.selectOptions(page.getByLabelText("What Phone is"), "Name");
  await expect.element(page.getByLabelText("What Name is")).toHaveValue("");
});

test("a doubtful row says why, and comes in only if it is chosen", async () => {
  const doubtful: RowCheck = {
    refusals: [],
    doubts: ["known", "repeated"],
    known: { key: "n1", name: "Asha Nair" },
    sameAs: 0,
  };
  const server = await screen([FINE, doubtful], {
    [IMPORT]: () => accepted({ id: 7, added: 1, refused: [] }),
  });
  await userEvent.fill(rows(), `${TEXT}Asha\t1\tGita\t2\tTraining\n`);
  await press("Check 2 rows");
  const list = page.getByRole("list", { name: "Doubtful rows" });
  await expect.element(list.getByText(/^Their number was referred before/)).toBeVisible();
  await expect.element(list.getByText(/It is row 2\./)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Asha Nair" }))
    .toHaveAttribute("href", "/referrals/n1");
  await expect.element(page.getByRole("button", { name: "Import 1 referral" })).toBeVisible();
  await userEvent.click(page.getByRole("checkbox", { name: "Row 3: Asha, 1" }));
  await expect.element(page.getByRole("button", { name: "Import 2 referrals" })).toBeVisible();
  await press("Leave out all");
  await press("Import 1 referral");
  // It stands above what was pressed.
  await expect.element(page.getByRole("region", { name: NOTICE })).toHaveFocus();
  await expect.element(page.getByRole("region", { name: NOTICE })).toBeInViewport();
  await expect.poll(() => server.of(IMPORT)[0]?.value).toEqual({ rows: [ASHA] });
  // The row that was left out is still there.
  const [headings = "", asha = ""] = TEXT.split("\n");
  await expect.element(rows()).toHaveValue(`${headings}\n${asha}`);
});

test("what is pasted stays when the server refuses, and the same import is one", async () => {
  let tries = 0;
  const server = await screen([FINE], {
    [IMPORT]: () => {
      tries += 1;
      return tries === 1
        ? problem(503, ["import-under-way"])
        : accepted({ id: 7, added: 0, refused: [{ row: 0, codes: ["own-referral"] }] });
    },
  });
  await userEvent.fill(rows(), TEXT);
  await press("Check 1 row");
  await press("Import 1 referral");
  await expect.element(page.getByText(/Other files are being imported/).first()).toBeVisible();
  await expect.element(rows()).toHaveValue(TEXT);
  await press("Import 1 referral");
  await expect.element(page.getByText(/Row 2: Asha, 1\. /)).toBeVisible();
  await expect.element(rows()).toHaveValue(TEXT.trim());
  expect(server.of(IMPORT)).toHaveLength(2);
});

test("rows that are pasted while others are checked are not taken for checked", async () => {
  const answer = Promise.withResolvers<Response>();
  const server = await screen([], { [CHECK]: () => answer.promise });
  await userEvent.fill(rows(), TEXT);
  await press("Check 1 row");
  await expect.poll(() => server.of(CHECK)).toHaveLength(1);
  await userEvent.fill(rows(), TEXT.replace("Asha", "Bina"));
  answer.resolve(accepted({ rows: [FINE] }));
  await expect.element(page.getByRole("button", { name: "Check 1 row" })).toBeEnabled();
  await expect.element(page.getByText("What we found")).not.toBeInTheDocument();
});

test("a choice that is made while rows are checked makes the answer outdated", async () => {
  const answer = Promise.withResolvers<Response>();
  const server = await screen([], { [CHECK]: () => answer.promise });
  await userEvent.fill(rows(), TEXT);
  await press("Check 1 row");
  await expect.poll(() => server.of(CHECK)).toHaveLength(1);
  await userEvent.selectOptions(page.getByLabelText("What Service is"), "Notes");
  answer.resolve(accepted({ rows: [FINE] }));
  await expect.element(page.getByRole("button", { name: "Check 1 row" })).toBeEnabled();
  await expect.element(page.getByText("What we found")).not.toBeInTheDocument();
});

test("rows that are pasted during an import stay", async () => {
  const answer = Promise.withResolvers<Response>();
  const server = await screen([FINE], { [IMPORT]: () => answer.promise });
  await userEvent.fill(rows(), TEXT);
  await press("Check 1 row");
  await press("Import 1 referral");
  await expect.poll(() => server.of(IMPORT)).toHaveLength(1);
  const next = TEXT.replace("Asha", "Bina");
  await userEvent.fill(rows(), next);
  answer.resolve(accepted({ id: 7, added: 0, refused: [{ row: 0, codes: ["own-referral"] }] }));
  await expect.element(page.getByText(/Row 2: Asha, 1\. /)).toBeVisible();
  await expect.element(page.getByText(/still below/)).not.toBeInTheDocument();
  await expect.element(rows()).toHaveValue(next);
});

test("rows that are left are not read in another way", async () => {
  const refused: RowCheck = { refusals: [], doubts: ["known"] };
  const server = await screen([FINE, refused, refused], {
    [IMPORT]: () => accepted({ id: 7, added: 1, refused: [] }),
  });
  // With the quote of another row, and more commas than semicolons, these would be one row of others.
  await userEvent.fill(rows(), 'Asha;"1\n"Bina, B, B;2\nCara;"3');
  await userEvent.selectOptions(page.getByLabelText("What Column 1 is"), "Name");
  await userEvent.selectOptions(page.getByLabelText("What Column 2 is"), "Phone");
  await press("Check 3 rows");
  await press("Import 1 referral");
  await expect.element(rows()).toHaveValue('"Bina, B, B;2\nCara;"3');
  await press("Check 2 rows");
  await expect.poll(() => server.of(CHECK)).toHaveLength(2);
  const again = server.of(CHECK)[1]?.value as SpreadsheetRequest | undefined;
  expect(
    again?.rows.map(({ referredName, referredPhone }) => [referredName, referredPhone]),
  ).toEqual([
    ['"Bina, B, B', "2"],
    ["Cara", '"3'],
  ]);
});

test("too many columns, or another encoding, are not sent", async () => {
  await screen([]);
  await userEvent.fill(rows(), `Asha${"\t1".repeat(50)}`);
  await expect.element(rows()).toHaveAccessibleDescription(/51 columns.*at most 50 columns/);
  await expect.element(page.getByRole("button", { name: /^Check/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("combobox")).not.toBeInTheDocument();
  const file = new File([new Uint8Array([0x41, 0xe9])], "latin.csv");
  await userEvent.upload(page.getByLabelText("Or choose a CSV file"), file);
  await expect.element(page.getByText(/not in UTF-8/)).toBeVisible();
});

test("an import is listed, and says what stays before it is taken out", async () => {
  const one: Spreadsheet = {
    id: 7,
    at: 1_763_690_000_000,
    by: { id: "s1", name: "Asha" },
    added: 3,
    left: 2,
    takenOut: 1,
    takenOutAt: 1_763_700_000_000,
    takenOutBy: { id: "s2", name: "" },
  };
  const kept = [{ key: "n2", name: "Bina", why: "own" }];
  const server = await screen([], {
    "GET /spreadsheets": () => ({ imports: [one], next: null }),
    "GET /spreadsheets/7": () => ({ gone: 1, kept }),
    "DELETE /spreadsheets/7": () => accepted({ gone: 2, kept }),
  });
  await expect.element(page.getByText(/2 here\. 1 taken out by A former colleague/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: /^Take out again… the import of/ }));
  const dialog = page.getByRole("dialog", { name: "Take out again" });
  await expect.element(dialog.getByText("1 referral will stay:")).toBeVisible();
  await expect.element(dialog.getByText(/^it concerns you/)).toBeVisible();
  await press("Take out 1 referral");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Earlier imports" })).toHaveFocus();
  expect(server.of("DELETE /spreadsheets/7")).toHaveLength(1);
});

test("after an import was taken out right away, its list has the focus", async () => {
  await screen([FINE], {
    [IMPORT]: () => accepted({ id: 7, added: 1, refused: [] }),
    "GET /spreadsheets/7": () => ({ gone: 1, kept: [] }),
    "DELETE /spreadsheets/7": () => accepted({ gone: 1, kept: [] }),
  });
  await userEvent.fill(rows(), TEXT);
  await press("Check 1 row");
  await press("Import 1 referral");
  await press("Take out again…");
  await press("Take out 1 referral");
  await expect.element(page.getByRole("heading", { name: "Earlier imports" })).toHaveFocus();
  await expect.element(page.getByRole("region", { name: NOTICE })).not.toBeInTheDocument();
});
