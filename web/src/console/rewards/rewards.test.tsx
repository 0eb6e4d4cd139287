/** Requests and batches: what is offered to whom, what is sent, and what is shown of it. */
import type {
  BatchAction,
  BatchDetail,
  BatchStatus,
  RedemptionStatus,
  RequestAction,
  StaffRedemption,
} from "@bindings";
import { STAFF_REJECTIONS } from "@bindings/staff-words";
import { REDEMPTION_STATUSES } from "@bindings/rewards";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AUDITOR, fakeServer, OWNER, show } from "@/console/testing/fake-console";
import { accepted, problem } from "@/testing/server/answers";
import type { SentRequest } from "@/testing/server/fake-server";
import { later } from "@/testing/later";
import RewardsScreen from "./rewards-screen";

// Where there is room for a list and what is open of it.
beforeEach(() => page.viewport(1280, 800));

const AT = 1_763_690_000_000;
const LIST = "GET /redemptions";

/** What somebody may do who had no part in it: about a batch, and about its lines. */
const BATCH_ACTIONS: Record<BatchStatus, BatchAction[]> = {
  draft: ["add", "take-out", "approve"],
  approved: ["take-out", "export"],
  exported: ["export"],
  closed: ["export"],
};
const LINE_ACTIONS: Record<BatchStatus, RequestAction[]> = {
  draft: ["refer"],
  approved: [],
  exported: ["pay", "fail"],
  closed: [],
};
const REQUEST_ACTIONS: Partial<Record<RedemptionStatus, RequestAction[]>> = {
  requested: ["approve", "decline", "refer"],
  approved: ["decline", "refer"],
};

function request(id: number, name: string, change: Partial<StaffRedemption> = {}) {
  return asking(id, name, "requested", change);
}

function asking(
  id: number,
  name: string,
  status: RedemptionStatus,
  change: Partial<StaffRedemption> = {},
): StaffRedemption {
  return {
    redemption: {
      id,
      status,
      label: REDEMPTION_STATUSES.find(({ value }) => value === status)?.label ?? "",
      offer: { id: "cash", title: "Cash", text: "", points: 500, kind: "bank-transfer" },
      worth: "KWD 12.345",
      reference: "EMP-7",
      sentence: `Your request for Cash, number ${id}.`,
      mayChange: false,
      steps: [{ status, label: status, at: AT, reason: "", by: "member" }],
    },
    name,
    mobile: "+965 5000 1000",
    possible: REQUEST_ACTIONS[status] ?? [],
    ...change,
  };
}

function batch(
  status: BatchStatus,
  lines: StaffRedemption[],
  change: Partial<BatchDetail> = {},
): BatchDetail {
  return {
    batch: {
      id: 3,
      version: 2,
      status,
      label: status,
      lines: lines.length,
      settled: 0,
      steps: [{ status: "draft", at: AT, by: { id: "s2", name: "Ravi" } }],
    },
    possible: BATCH_ACTIONS[status],
    lines,
    sums: [
      { currency: "KWD", number: "24.690" },
      { currency: "QAR", number: "50.00" },
    ],
    ...change,
  };
}

/** Lines of a batch in this status, for each name one. */
const linesOf = (status: BatchStatus, ...names: string[]) =>
  names.map((name, place) =>
    asking(place + 1, name, "batched", { possible: LINE_ACTIONS[status] }),
  );

/** The list of requests, of which some stand so. */
const listOf =
  (all: () => readonly StaffRedemption[]) =>
  ({ path }: SentRequest) => {
    const status = new URL(path, "https://fake.test").searchParams.get("status");
    const isAsked = ({ redemption }: StaffRedemption) => !status || redemption.status === status;
    return { redemptions: all().filter(isAsked), next: null };
  };
const button = (name: string) => page.getByRole("button", { name, exact: true });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });

test("j opens the next request beside the list, and two presses approve it once", async () => {
  const answer = later<unknown>();
  let all = [request(1, "Asha"), request(2, "Binu")];
  const server = fakeServer({
    [LIST]: listOf(() => all),
    "POST /redemptions/2/approve": () => answer.promise,
  });
  await show("/rewards", <RewardsScreen viewer={OWNER} />);
  await expect.element(page.getByText("KWD 12.345").first()).toBeVisible();
  await userEvent.keyboard("jo");
  await expect.element(heading("Binu")).toBeVisible();
  await expect.element(page.getByLabelText("Address")).toHaveTextContent("/rewards?request=2");
  await userEvent.keyboard("aa");
  all = [request(1, "Asha"), asking(2, "Binu", "approved")];
  answer.settle(accepted(asking(2, "Binu", "approved")));
  // It has left the list, and stands beside it as it is now.
  await expect.element(page.getByRole("listitem").getByText("Asha")).toBeVisible();
  await expect.element(button("Approve")).not.toBeInTheDocument();
  await expect.element(heading("Binu")).toBeVisible();
  expect(server.of("POST /redemptions/2/approve")).toHaveLength(1);
});

test("a request is declined for a reason, and the server's refusal stands beside it", async () => {
  const server = fakeServer({
    [LIST]: listOf(() => [request(1, "Asha")]),
    "POST /redemptions/1/decline": ({ value }) =>
      (value as { reason: string }).reason
        ? accepted(asking(1, "Asha", "declined"))
        : problem(422, ["note-missing"]),
  });
  await show("/rewards?request=1", <RewardsScreen viewer={OWNER} />);
  await userEvent.click(button("Decline…"));
  const dialog = page.getByRole("dialog");
  await userEvent.click(dialog.getByRole("button", { name: "Decline" }));
  await expect
    .element(dialog.getByLabelText("Reason"))
    .toHaveAccessibleDescription(STAFF_REJECTIONS["note-missing"].hint);
  await userEvent.fill(dialog.getByLabelText("Reason"), "None is left");
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() =>
    expect(server.of("POST /redemptions/1/decline").at(-1)?.value).toEqual({
      reason: "None is left",
    }),
  );
});

test("what somebody may not do is not offered, and the reason is said", async () => {
  const awarded = STAFF_REJECTIONS["awarded-by-you"].hint;
  const own = STAFF_REJECTIONS["own-request"].hint;
  fakeServer({
    [LIST]: listOf(() => [
      request(1, "Asha", { whyNot: awarded, possible: ["decline", "refer"] }),
      request(2, "Binu", { whyNot: own, possible: [] }),
      asking(3, "Chitra", "approved", { possible: [] }),
    ]),
  });
  await show("/rewards?request=1", <RewardsScreen viewer={OWNER} />);
  await expect.element(page.getByText(awarded)).toBeVisible();
  await expect.element(button("Approve")).not.toBeInTheDocument();
  await expect.element(button("Decline…")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(page.getByText(own)).toBeVisible();
  await expect.element(button("Decline…")).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("link", { name: "Approved", exact: true }));
  await userEvent.click(page.getByRole("link", { name: "Chitra" }));
  await expect.element(heading("Chitra")).toBeVisible();
  await expect.element(button("Decline…")).not.toBeInTheDocument();
  await expect.element(button("Change… the reference")).not.toBeInTheDocument();
});

test("whoever reads only reads, and an empty list says what comes there", async () => {
  const viewer = {
    ...AUDITOR,
    staff: AUDITOR.staff && { ...AUDITOR.staff, permissions: ["redemptions", "batches"] },
  } as typeof AUDITOR;
  fakeServer({
    [LIST]: listOf(() => [asking(1, "Asha", "approved", { possible: [] })]),
    "GET /batches": () => ({ batches: [], next: null }),
  });
  await show("/rewards", <RewardsScreen viewer={viewer} />);
  await expect.element(page.getByText(/^Nobody is waiting for a decision/)).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "Approved", exact: true }));
  await userEvent.click(page.getByRole("link", { name: "Asha" }));
  await expect.element(heading("Asha")).toBeVisible();
  await expect.element(button("Decline…")).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("link", { name: "Batches" }));
  await expect.element(page.getByText(/^No batches yet/)).toBeVisible();
  await expect.element(button("Create a batch…")).not.toBeInTheDocument();
});

test("a draft loses a line in the version that was shown, and its maker cannot approve it", async () => {
  const lines = linesOf("draft", "Asha", "Binu");
  const whyNot = STAFF_REJECTIONS["batch-by-you"].hint;
  const server = fakeServer({
    "GET /batches": () => ({ batches: [batch("draft", lines).batch], next: null }),
    "GET /batches/3": () => batch("draft", lines, { whyNot, possible: ["add", "take-out"] }),
    "PUT /batches/3/lines": () => problem(412, ["batch-stale"]),
  });
  await show("/rewards?tab=batches&batch=3", <RewardsScreen viewer={OWNER} />);
  await expect.element(page.getByText(whyNot)).toBeVisible();
  await expect.element(button("Approve")).not.toBeInTheDocument();
  await expect.element(page.getByText("24.690")).toBeVisible();
  await userEvent.click(button("Take out Binu, Cash"));
  await expect.element(page.getByText(/Someone else has changed this batch/).first()).toBeVisible();
  expect(server.of("PUT /batches/3/lines")[0]?.value).toEqual({ version: 2, redemptions: [1] });
});

test("an approved batch that cannot be exported says why, and loses the line", async () => {
  const lines = linesOf("approved", "Asha", "Binu");
  const whyNot = STAFF_REJECTIONS["points-taken-back"].hint;
  const server = fakeServer({
    "GET /batches": () => ({ batches: [batch("approved", lines).batch], next: null }),
    "GET /batches/3": () => batch("approved", lines, { whyNot, possible: ["take-out"] }),
    "PUT /batches/3/lines": () => accepted(batch("approved", lines.slice(0, 1))),
  });
  await show("/rewards?tab=batches&batch=3", <RewardsScreen viewer={OWNER} />);
  await expect.element(page.getByText(whyNot)).toBeVisible();
  await expect.element(button("Export as CSV")).not.toBeInTheDocument();
  await expect.element(button("Reference… Binu, Cash")).not.toBeInTheDocument();
  await userEvent.click(button("Take out Binu, Cash"));
  await vi.waitFor(() =>
    expect(server.of("PUT /batches/3/lines")[0]?.value).toEqual({ version: 2, redemptions: [1] }),
  );
});

test("an exported batch says that nothing is paid by it, and takes each line's outcome", async () => {
  const lines = linesOf("exported", "Asha", "Binu");
  const server = fakeServer({
    "GET /batches": () => ({ batches: [batch("exported", lines).batch], next: null }),
    "GET /batches/3": () => batch("exported", lines),
    "POST /batches/3/outcomes": () => accepted(batch("exported", lines)),
  });
  await show("/rewards?tab=batches&batch=3", <RewardsScreen viewer={OWNER} />);
  await expect.element(page.getByText(/does not mean that anything was paid/)).toBeVisible();
  await expect.element(button("Close the batch")).not.toBeInTheDocument();
  await userEvent.click(button("Paid Asha, Cash"));
  await userEvent.click(button("Failed… Binu, Cash"));
  await userEvent.fill(page.getByRole("dialog").getByLabelText("Reason"), "Account closed");
  await userEvent.click(page.getByRole("dialog").getByRole("button", { name: "Mark as failed" }));
  await vi.waitFor(() =>
    expect(server.of("POST /batches/3/outcomes").map(({ value }) => value)).toEqual([
      { outcomes: [{ redemption: 1, paid: true, reason: "" }] },
      { outcomes: [{ redemption: 2, paid: false, reason: "Account closed" }] },
    ]),
  );
});

test("what nobody may say of a line of their own is said, and the rest is paid at once", async () => {
  const whyNot = STAFF_REJECTIONS["own-request"].hint;
  const [own, ...others] = linesOf("exported", "Me", "Asha", "Binu");
  const lines = [{ ...(own as StaffRedemption), possible: [], whyNot }, ...others];
  const server = fakeServer({
    "GET /batches": () => ({ batches: [batch("exported", lines).batch], next: null }),
    "GET /batches/3": () => batch("exported", lines),
    "POST /batches/3/outcomes": () => accepted(batch("exported", lines)),
  });
  await show("/rewards?tab=batches&batch=3", <RewardsScreen viewer={OWNER} />);
  await expect.element(page.getByText(whyNot)).toBeVisible();
  await expect.element(button("Paid Me, Cash")).not.toBeInTheDocument();
  await userEvent.click(button("All the rest was paid…"));
  const dialog = page.getByRole("dialog");
  await expect
    .element(dialog.getByText(/A colleague says what became of your own\./))
    .toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Mark 2 lines as paid" }));
  await vi.waitFor(() =>
    expect(server.of("POST /batches/3/outcomes")[0]?.value).toEqual({
      outcomes: [2, 3].map((redemption) => ({ redemption, paid: true, reason: "" })),
    }),
  );
});

test("a batch of which each line has an outcome is closed", async () => {
  const lines = [asking(1, "Asha", "paid"), asking(2, "Binu", "failed")];
  const server = fakeServer({
    "GET /batches": () => ({ batches: [batch("exported", lines).batch], next: null }),
    "GET /batches/3": () => batch("exported", lines, { possible: ["export", "close"] }),
    "POST /batches/3/close": () => accepted(batch("closed", lines)),
  });
  await show("/rewards?tab=batches&batch=3", <RewardsScreen viewer={OWNER} />);
  await userEvent.click(button("Close the batch"));
  await vi.waitFor(() => expect(server.of("POST /batches/3/close")).toHaveLength(1));
});

test("a batch is made of the approved requests that stay ticked", async () => {
  const server = fakeServer({
    "GET /batches": () => ({ batches: [], next: null }),
    [LIST]: listOf(() => [asking(1, "Asha", "approved"), asking(2, "Binu", "approved")]),
    "POST /batches": () => accepted(batch("draft", []), "Batch Created", 201),
    "GET /batches/3": () => batch("draft", []),
  });
  await show("/rewards?tab=batches", <RewardsScreen viewer={OWNER} />);
  await userEvent.click(button("Create a batch…"));
  await userEvent.click(page.getByRole("checkbox", { name: /^Binu/ }));
  await userEvent.click(page.getByRole("button", { name: "Create a batch: 1 request" }));
  await expect.element(heading("Batch 3")).toBeVisible();
  expect(server.of("POST /batches")[0]?.value).toEqual({ redemptions: [1] });
});
