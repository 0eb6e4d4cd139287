import { type Notice, STORAGE_KEYS } from "@bindings";
import { expect, test, vi } from "vitest";
import { type Ledger, loadRules } from "@/rules";
import { RECORD } from "@/testing/samples";
import { entryOf, Records } from "./records";
import { openStorage } from "./storage";

const NOTICE: Notice = { title: "Stored", description: "It is stored.", variant: "default" };

const rules = await loadRules();
const stored = (...ids: number[]) => JSON.stringify(ids.map((id) => ({ ...RECORD, id })));

test("an unchanged text is not parsed again", () => {
  localStorage.setItem(STORAGE_KEYS.referrals, stored(1));
  const { records, read } = open();
  records.read();
  expect(read).not.toHaveBeenCalled();
  localStorage.setItem(STORAGE_KEYS.referrals, stored(2));
  records.read();
  expect(read).toHaveBeenCalledTimes(1);
  expect(JSON.parse(referrals(records.ledger))).toHaveLength(2);
});

test("a text that this tab has written is not parsed again", () => {
  const { records, read } = open();
  const text = stored(1);
  const change = () =>
    records.change(
      (ledger) => {
        ledger.read(STORAGE_KEYS.referrals, text);
        return { outcome: "accepted", value: null, notice: NOTICE };
      },
      (ledger) => [entryOf(ledger, STORAGE_KEYS.referrals)],
    );
  change();
  read.mockClear();
  records.read();
  expect(read).not.toHaveBeenCalled();
  expect(JSON.parse(referrals(records.ledger))).toHaveLength(1);
});

test("a text that was removed on purpose and comes back is parsed again", () => {
  localStorage.setItem(STORAGE_KEYS.referrals, stored(1));
  const { records } = open();
  localStorage.removeItem(STORAGE_KEYS.referrals);
  records.followTab(STORAGE_KEYS.referrals, null);
  expect(referrals(records.ledger)).toBe("[]");
  records.followTab(STORAGE_KEYS.referrals, stored(1));
  expect(JSON.parse(referrals(records.ledger))).toHaveLength(1);
});

test("a tab that writes the same text again is answered only once", () => {
  const { records } = open();
  const [ours, theirs] = [stored(1, 2), stored(1)];
  records.followTab(STORAGE_KEYS.referrals, ours);
  localStorage.setItem(STORAGE_KEYS.referrals, theirs);
  records.followTab(STORAGE_KEYS.referrals, theirs);
  expect(localStorage.getItem(STORAGE_KEYS.referrals)).toBe(ours);
  localStorage.setItem(STORAGE_KEYS.referrals, theirs);
  records.followTab(STORAGE_KEYS.referrals, theirs);
  expect(localStorage.getItem(STORAGE_KEYS.referrals)).toBe(theirs);
  expect(referrals(records.ledger)).toBe(ours);
});

const referrals = (ledger: Ledger) => entryOf(ledger, STORAGE_KEYS.referrals)[1] ?? "";

/** Records that have read the storage, with a counter of the texts that they read from then on. */
function open() {
  const records = new Records(rules, openStorage());
  return { records, read: vi.spyOn(rules.Ledger.prototype, "read") };
}
