/** The catalogue: offers, what is wrong with them beside the fields, and publishing. */
import type { CatalogueRequest, Catalogues, OfferDraft, OfferView } from "@bindings";
import { STAFF_REJECTIONS } from "@bindings/staff-words";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, OWNER, show } from "@/console/testing/fake-console";
import { accepted, problem } from "@/testing/server/answers";
import SettingsScreen from "./settings-screen";

const CASH: OfferView = {
  offer: {
    id: "cash",
    title: "Cash",
    text: "",
    points: 500,
    kind: "bank-transfer",
    amount: { currency: "KWD", units: 12_345 },
  },
  worth: "KWD 12.345",
};

/** A server with the offers of a version, which refuses amounts of more than three decimals. */
function keeping() {
  let newest: Catalogues["newest"] = {
    version: 1,
    at: 1_763_690_000_000,
    by: { id: "s2", name: "Ravi" },
    offers: [CASH],
  };
  const server = fakeServer({
    "GET /catalogues": () => ({ newest, versions: [newest] }),
    "POST /catalogues/check": ({ value }) => ({
      faults: (value as CatalogueRequest).offers.flatMap(({ amount }, offer) =>
        /\.\d{4}/.test(amount?.number ?? "") ? [{ offer, code: "amount-decimals" as const }] : [],
      ),
    }),
    "PUT /catalogues": ({ value }) => {
      const { version } = value as CatalogueRequest;
      if (version !== newest.version) return problem(412, ["programme-stale"]);
      newest = { ...newest, version: version + 1 };
      return accepted(newest);
    },
  });
  return { server, overtake: () => (newest = { ...newest, version: newest.version + 1 }) };
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("an amount is corrected beside its field, and published over what another owner has set", async () => {
  const { server, overtake } = keeping();
  await show("/settings?tab=catalogue", <SettingsScreen viewer={OWNER} />);
  await expect.element(page.getByText("KWD 12.345")).toBeVisible();
  await userEvent.click(button("Change the catalogue…"));
  await userEvent.click(button("Change… Cash"));
  const dialog = page.getByRole("dialog");
  const amount = dialog.getByLabelText("Amount");
  await expect.element(amount).toHaveValue("12.345");
  await expect.element(amount).toHaveAccessibleDescription(/Up to 3 decimals/);
  await userEvent.fill(amount, "12.3456");
  await userEvent.click(dialog.getByRole("button", { name: "Keep in the draft" }));
  await expect
    .element(amount)
    .toHaveAccessibleDescription(expect.stringContaining(STAFF_REJECTIONS["amount-decimals"].hint));
  await userEvent.fill(amount, "15.5");
  await userEvent.click(dialog.getByRole("button", { name: "Keep in the draft" }));
  await expect.element(page.getByText("KWD 15.5", { exact: true })).toBeVisible();
  overtake();
  await userEvent.click(button("Publish"));
  await expect.element(page.getByText(/Ravi has published version 2/)).toBeVisible();
  await userEvent.click(button("Publish"));
  await expect.element(page.getByText(/Version 3, published/)).toBeVisible();
  const sent = server.of("PUT /catalogues").at(-1);
  const { offers, version } = (sent?.value ?? {}) as CatalogueRequest;
  expect(version).toBe(2);
  expect(offers.map(({ amount: typed }: OfferDraft) => typed)).toEqual([
    { currency: "KWD", number: "15.5" },
  ]);
});

test("an offer is removed, and an empty draft says what it means", async () => {
  const { server } = keeping();
  await show("/settings?tab=catalogue", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(button("Change the catalogue…"));
  await userEvent.click(button("Remove Cash"));
  await expect.element(page.getByText("Nothing would be offered.")).toBeVisible();
  await expect.element(button("Publish")).toBeEnabled();
  await userEvent.click(button("Publish"));
  await vi.waitFor(() =>
    expect(server.of("PUT /catalogues")[0]?.value).toEqual({ version: 1, offers: [] }),
  );
});
