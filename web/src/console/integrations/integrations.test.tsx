/** Webhooks and tokens: who made them, and which addresses are taken. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { TOO_MANY_DIGITS } from "@/console/parts/digits";
import { fakeServer, show } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import { Tokens } from "./tokens";
import { Webhooks } from "./webhooks";

const WEBHOOK = {
  id: "w1",
  url: "https://hooks.example/in",
  events: [],
  enabled: true,
  madeAt: 1_763_690_000_000,
  rotatingUntil: null,
  madeBy: { id: "s2", name: "Ravi" },
};

test("the server decides which addresses it takes", async () => {
  let refuses = true;
  const server = fakeServer({
    "GET /webhooks": () => ({ webhooks: [WEBHOOK] }),
    "POST /webhooks": () =>
      refuses
        ? refusal(422, "webhook-address", null, "Nothing can be sent to this address.")
        : accepted({ webhook: WEBHOOK, secret: "whsec_x" }),
  });
  await show("/integrations", <Webhooks />);
  await expect.element(page.getByRole("cell", { name: "Ravi" })).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Add a webhook…" }));
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByLabelText("Address"), "http://127.0.0.1:9000/in");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await expect
    .element(dialog.getByLabelText("Address"))
    .toHaveAccessibleDescription(/Nothing can be sent to this address\./);
  refuses = false;
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await expect.element(page.getByLabelText("Signing secret")).toHaveValue("whsec_x");
  expect(server.of("POST /webhooks").at(-1)?.value).toEqual({
    url: "http://127.0.0.1:9000/in",
    events: [],
  });
});

test("each token says for whom it acts", async () => {
  const token = {
    id: "t1",
    name: "Accounts",
    prefix: "kg_abcde",
    scopes: ["referrals:read"],
    madeAt: 1_763_690_000_000,
    expiresAt: 1_773_690_000_000,
    usedAt: null,
    madeBy: { id: "s2", name: "" },
  };
  fakeServer({ "GET /tokens": () => ({ tokens: [token] }) });
  await show("/integrations?tab=tokens", <Tokens />);
  await expect.element(page.getByRole("cell", { name: "A former colleague" })).toBeVisible();
});

test("a token's name with a phone number is refused before it is sent", async () => {
  const server = fakeServer({ "GET /tokens": () => ({ tokens: [] }) });
  await show("/integrations?tab=tokens", <Tokens />);
  await userEvent.click(page.getByRole("button", { name: "Create a token…" }));
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByLabelText("What it is for"), "Calls 98765 43210");
  await userEvent.click(dialog.getByRole("button", { name: "Create" }));
  await expect
    .element(dialog.getByLabelText("What it is for"))
    .toHaveAccessibleDescription(new RegExp(TOO_MANY_DIGITS));
  expect(server.of("POST /tokens")).toEqual([]);
});
