/** The table of referrals. */
import { EMPTY_REFERRAL } from "@bindings";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { RECORD } from "@/testing/samples";
import { ReferralRow, ReferralTable } from "./referral-table";

test("a row shows every text of the form", async () => {
  const names = Object.keys(EMPTY_REFERRAL).filter((name) => name !== "referrerPhone");
  const typed = Object.fromEntries(names.map((name) => [name, `some ${name}`]));
  const referral = { ...RECORD, ...typed };
  const view = { key: "1", referral, serviceLabel: referral.service, tone: "yellow" } as const;
  const page = await render(
    <ReferralTable label="Referrals" columns={["referrer"]}>
      <ReferralRow view={view} withReferrer />
    </ReferralTable>,
  );
  for (const text of Object.values(typed)) {
    expect(page.container.textContent).toContain(text);
  }
});

test("in hosted mode the public stage stands beside the status", async () => {
  const progress = {
    stage: "contacted",
    open: "contacted",
    since: 1_763_690_000_000,
    publicStage: "Contacted",
    sentence: "We have been in touch with them.",
  } as const;
  const view = { key: "1", referral: RECORD, serviceLabel: "Training", tone: "yellow" } as const;
  const page = await render(
    <ReferralTable label="Referrals">
      <ReferralRow view={{ ...view, progress }} />
      <ReferralRow view={{ ...view, key: "2" }} />
    </ReferralTable>,
  );
  const status = page.container.querySelectorAll('td[data-name="Status"]');
  expect([...status].map((cell) => cell.textContent)).toEqual(["PendingContacted", "Pending"]);
});
