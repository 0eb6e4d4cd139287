/** The audit log: what one request did stands in one row. */
import type { AuditEntry } from "@bindings";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeServer, show } from "@/console/testing/fake-console";
import AuditScreen from "./audit-screen";

const ASHA = { name: "Asha", fingerprint: "aa11" };

function event(request: string, change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: 1_763_690_000_000,
    kind: "command",
    outcome: "done",
    actor: ASHA,
    target: { name: null, fingerprint: "bb22" },
    request,
    ...change,
  };
}

test("what one request did is one row, with how often and about how many", async () => {
  const entries = [
    event("r2", { target: { name: null, fingerprint: "cc33" } }),
    event("r2"),
    event("r2", { outcome: "refused" }),
    event("r1"),
    event("", { kind: "recovery-made", actor: null }),
    event("", { kind: "recovery-made", actor: null }),
  ];
  fakeServer({ "POST /audit/search": () => ({ entries, next: null }) });
  await show("/audit", <AuditScreen />);
  const rows = page.getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(/Worked on a referral, 2 times/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Refused.*cc33 and 1 more.*r2/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Worked on a referral.*bb22.*r1/);
  await expect.element(rows.nth(2)).not.toMatchTextContent(/times|more/);
  expect(rows.elements()).toHaveLength(5);
});
