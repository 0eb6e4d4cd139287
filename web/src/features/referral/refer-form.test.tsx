import { SERVICE_OPTIONS } from "@bindings";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { paths } from "@/paths";
import { forgetDrafts, referralDraft } from "@/programme/drafts";
import { renderAt } from "@/testing/render-at";
import { ReferForm } from "./refer-form";

const COURSE = "/courses/tool-control";
const opening = page.getByRole("textbox", { name: "Vacancy or course" });
const service = page.getByRole("combobox", { name: "Service" });

afterEach(() => forgetDrafts());

function show(address: string) {
  vi.stubGlobal("fetch", async () => Response.json({ [COURSE]: "Tool control" }));
  return renderAt(address, <ReferForm guest explanation="" services={SERVICE_OPTIONS} />);
}

test("a link's course is named by its title, and is no draft", async () => {
  await show(paths.refer("training", COURSE));
  await expect.element(service).toHaveValue("training");
  await expect.element(opening).toHaveValue("Tool control");
  await expect.element(opening).toHaveAttribute("readonly");
  expect(referralDraft.isEmpty).toBe(true);
});

test("another service can be chosen for it", async () => {
  await show(paths.refer("training", COURSE));
  await userEvent.selectOptions(service, "others");
  await expect.element(service).toHaveValue("others");
  await expect.element(opening).toHaveValue("Tool control");
});

test.each([
  ["that the site does not have", paths.refer("training", "/courses/closed")],
  ["of another text", paths.refer("training", "You have won")],
  ["without one", paths.refer("training")],
])("a link %s names none", async (_, address) => {
  await show(address);
  await expect.element(service).toHaveValue("training");
  await expect.element(opening).not.toBeInTheDocument();
  expect(document.body.textContent).not.toContain("You have won");
});
