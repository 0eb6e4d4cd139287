/** What a member exchanges points for, and what becomes of their requests. */
import type { Offer, OfferView, OwnRedemptions, RedemptionView } from "@bindings";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accepted, json, problem } from "@/testing/server/answers";
import { NOTHING_OFFERED } from "@/testing/server/programme-server";
import { MEMBER } from "@/testing/samples";
import { later } from "@/testing/later";
import { button, logIn, showHostedPage, site, toast } from "./testing/hosted-site";

const ROUTE = "GET /me/redemptions";
const ASK = "POST /me/redemptions";
const NOW = Date.UTC(2027, 0, 31, 12);

const offers = page.getByRole("region", { name: "Exchange points" });
const requests = page.getByRole("region", { name: "Your requests" });
const dialog = page.getByRole("dialog");
const reference = dialog.getByLabelText("Where the voucher goes");

const VOUCHER: Offer = {
  id: "voucher",
  title: "Gift voucher",
  text: "For a bookshop.",
  points: 300,
  kind: "voucher",
};
const MONEY: Offer = { ...VOUCHER, id: "money", title: "With your pay", kind: "bank-transfer" };

function has(offered: OfferView[], change: Partial<OwnRedemptions> = {}) {
  const own = { ...NOTHING_OFFERED, spendable: 400, offers: offered, ...change };
  site.server.instead.set(ROUTE, () => json(own));
}

const request = (change: Partial<RedemptionView> = {}): RedemptionView => ({
  id: 7,
  status: "requested",
  label: "Requested",
  offer: VOUCHER,
  reference: "asha@example.com",
  sentence: "Your request for Gift voucher has arrived. We will look at it soon.",
  steps: [{ status: "requested", label: "Requested", at: NOW, reason: "" }],
  mayChange: true,
  ...change,
});

beforeEach(showHostedPage);

test("an offer says what it is, how many are left and until when, and what is missing", async () => {
  const missing = { missing: 120, whyNot: "You do not have enough points." };
  has([
    { offer: { ...VOUCHER, until: "2027-12-31" }, left: 3 },
    { offer: { ...MONEY, points: 520 }, worth: "KWD 12.345", ...missing },
    { offer: { ...VOUCHER, id: "gone", title: "Lamp" }, left: 0, whyNot: "There is none left." },
  ]);
  await logIn("Sign Up", MEMBER);
  const rows = offers.getByRole("listitem");
  await expect.element(rows.nth(0)).toMatchTextContent(/Voucher · 3 left · until .*2027/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Bank transfer of KWD 12\.345/);
  await expect.element(rows.nth(1)).toMatchTextContent(/120 points more needed/);
  await expect.element(rows.nth(2)).toMatchTextContent(/There is none left\./);
  expect(offers.getByRole("button").elements()).toHaveLength(1);
});

test("an empty catalogue says so", async () => {
  await logIn("Sign Up", MEMBER);
  await expect.element(offers.getByText(/^There is nothing to exchange points for/)).toBeVisible();
  await expect.element(requests).not.toBeInTheDocument();
});

test("however often it is pressed, one request is made, and it stands below", async () => {
  has([{ offer: VOUCHER }]);
  await logIn("Sign Up", MEMBER);
  await userEvent.click(button("Choose Gift voucher"));
  await expect.element(dialog).toMatchTextContent(/Left afterwards100/);
  await userEvent.fill(reference, "asha@example.com");
  const answer = later<Response>();
  site.server.instead.set(ASK, () => answer.promise);
  const confirm = dialog.getByRole("button", { name: "Exchange 300 points" });
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(confirm).toBeDisabled();
  has([{ offer: VOUCHER }], { spendable: 100, redemptions: [request()] });
  answer.settle(accepted(request(), "Request Sent", 201));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(requests.getByRole("heading", { name: "Gift voucher" })).toBeVisible();
  const [sent, ...others] = site.server.of(ASK);
  expect(others).toEqual([]);
  expect(sent?.value).toEqual({ offer: "voucher", points: 300, reference: "asha@example.com" });
});

test("the same key is sent as long as the same requests are shown", async () => {
  const keys = () => site.server.of(ASK).map(({ key }) => key);
  site.server.instead.set(ASK, () => problem(422, ["offer-used-up"]));
  has([{ offer: VOUCHER }]);
  await logIn("Sign Up", MEMBER);
  await userEvent.click(button("Choose Gift voucher"));
  const confirm = dialog.getByRole("button", { name: "Exchange 300 points" });
  await userEvent.click(confirm);
  await expect.element(dialog.getByText(/There is none of this left/)).toBeVisible();
  has([{ offer: VOUCHER }], { redemptions: [request()] });
  await userEvent.click(confirm);
  await expect.element(requests).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await userEvent.click(button("Choose Gift voucher"));
  await userEvent.click(confirm);
  await expect.poll(() => keys().length).toBe(3);
  expect(new Set(keys()).size).toBe(2);
  expect(keys()[0]).toBe(keys()[1]);
});

test("a refusal stands beside what caused it, and what was typed stays", async () => {
  has([{ offer: VOUCHER }]);
  await logIn("Sign Up", MEMBER);
  await userEvent.click(button("Choose Gift voucher"));
  await userEvent.fill(reference, "GB82 WEST 1234 5698 7654 32");
  site.server.instead.set(ASK, () => problem(422, ["reference-bank"]));
  await userEvent.click(dialog.getByRole("button", { name: "Exchange 300 points" }));
  await expect.element(reference).toHaveAccessibleDescription(/looks like bank details/);
  await expect.element(reference).toHaveFocus();
  await expect.element(reference).toHaveValue("GB82 WEST 1234 5698 7654 32");
  site.server.instead.set(ASK, () => problem(422, ["points-too-few"]));
  await userEvent.click(dialog.getByRole("button", { name: "Exchange 300 points" }));
  await expect.element(dialog.getByText(/^You do not have enough points/)).toBeVisible();
  await expect.element(reference).not.toHaveAttribute("aria-invalid");
  await expect.element(reference).toHaveValue("GB82 WEST 1234 5698 7654 32");
});

test("without a connection nothing is sent, and the dialog stays", async () => {
  has([{ offer: VOUCHER }]);
  await logIn("Sign Up", MEMBER);
  await userEvent.click(button("Choose Gift voucher"));
  await userEvent.fill(reference, "asha@example.com");
  site.browser.online = false;
  await userEvent.click(dialog.getByRole("button", { name: "Exchange 300 points" }));
  await expect.element(toast.first()).toBeVisible();
  await expect.element(reference).toHaveValue("asha@example.com");
  expect(site.server.of(ASK)).toEqual([]);
});

test("a request is taken back, and says that the points are there again", async () => {
  has([], { redemptions: [request()] });
  await logIn("Sign Up", MEMBER);
  await userEvent.click(button("Take back… Gift voucher"));
  const back = request({
    status: "cancelled",
    label: "Taken back",
    sentence: "Your request for Gift voucher was taken back. You have the points again.",
    mayChange: false,
  });
  site.server.instead.set("POST /me/redemptions/7/cancel", () => {
    has([], { redemptions: [back] });
    return accepted(back, "Request Taken Back");
  });
  await userEvent.click(dialog.getByRole("button", { name: "Take back" }));
  await expect.element(requests.getByText(/You have the points again/)).toHaveFocus();
  await expect.element(requests.getByRole("button")).not.toBeInTheDocument();
});

test("somebody has decided meanwhile: the dialog says so", async () => {
  has([], { redemptions: [request()] });
  await logIn("Sign Up", MEMBER);
  await userEvent.click(button("Take back… Gift voucher"));
  site.server.instead.set("POST /me/redemptions/7/cancel", () => problem(409, ["request-moved"]));
  await userEvent.click(dialog.getByRole("button", { name: "Take back" }));
  await expect.element(dialog.getByText(/not at that step any more/)).toBeVisible();
});

test("a declined one says why, and the reference of an open one can be changed", async () => {
  const steps = [
    ...request().steps,
    { status: "declined", label: "Declined", at: NOW + 1, reason: "Sold out at the shop" } as const,
  ];
  const declined = request({
    id: 6,
    status: "declined",
    label: "Declined",
    steps,
    mayChange: false,
  });
  has([], { redemptions: [request(), declined] });
  await logIn("Sign Up", MEMBER);
  await expect.element(requests.getByText("Declined: Sold out at the shop")).toBeVisible();
  await userEvent.click(button(/^Change where the voucher goes…/));
  await expect.element(reference).toHaveValue("asha@example.com");
  await userEvent.fill(reference, "office@example.com");
  const path = "PUT /me/redemptions/7/reference";
  site.server.instead.set(path, () => accepted(request({ reference: "office@example.com" })));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(site.server.of(path)[0]?.value).toEqual({ reference: "office@example.com" });
});
