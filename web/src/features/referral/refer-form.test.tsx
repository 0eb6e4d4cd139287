import { SERVICE_OPTIONS } from "@bindings";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { paths } from "@/paths";
import { forgetDrafts, referralDraft } from "@/programme/drafts";
import { renderAt } from "@/testing/render-at";
import { ReferForm } from "./refer-form";

const notes = page.getByRole("textbox", { name: /Additional Notes/ });
const service = page.getByRole("combobox", { name: "Service" });

afterEach(() => forgetDrafts());

function show(address: string) {
  return renderAt(address, <ReferForm guest explanation="" services={SERVICE_OPTIONS} />);
}

test("a link's vacancy is in the notes, and is no draft", async () => {
  await show(paths.refer("training", "Tool control"));
  await expect.element(service).toHaveValue("training");
  await expect.element(notes).toHaveValue("About: Tool control");
  expect(referralDraft.isEmpty).toBe(true);
});

test("notes that are deleted stay deleted", async () => {
  await show(paths.refer("training", "Tool control"));
  await userEvent.fill(notes, "");
  await expect.element(notes).toHaveValue("");
  await userEvent.fill(notes, "In May");
  await expect.element(notes).toHaveValue("In May");
});

test("notes that were typed before are kept", async () => {
  referralDraft.change({ notes: "In May" });
  await show(paths.refer("training", "Tool control"));
  await expect.element(notes).toHaveValue("In May");
});

test("a link without a vacancy leaves the notes empty", async () => {
  await show(paths.refer("training"));
  await expect.element(service).toHaveValue("training");
  await expect.element(notes).toHaveValue("");
});
