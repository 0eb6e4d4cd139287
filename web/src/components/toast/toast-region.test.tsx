import { LIMITS, MESSAGE_SENT, type Notice, REJECTIONS } from "@bindings";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { noNotifications } from "@/content/generated/words/components";
import { notify } from "./toasts";
import { ToastRegion } from "./toast-region";
import { dismiss } from "./toast-store";

const SENT = MESSAGE_SENT;
const REFUSED: Notice = { title: "Error", description: "Invalid OTP.", variant: "destructive" };

const region = page.getByRole("region", { name: `Notifications (${LIMITS.toastHotkey})` });
const toasts = region.getByRole("listitem");
const button = region.getByRole("button", { name: "Dismiss notification" });
const elsewhere = page.getByRole("textbox", { name: "Elsewhere" });

afterEach(() => dismiss());

async function show() {
  await render(
    <>
      <label>
        Elsewhere <input />
      </label>
      <ToastRegion />
    </>,
  );
  await expect.element(region).toBeInTheDocument();
}

/** Waits until Radix knows of the toast and reacts to pauses. */
async function settled() {
  await expect.element(button).toBeVisible();
  await expect.poll(() => region.element().querySelectorAll(":scope > span").length).toBe(2);
}

/** The live region for errors. It has no role. */
function assertive(): Element {
  const [found] = document.querySelectorAll("[aria-live=assertive]");
  if (!found) throw new Error("There is no live region for bad news.");
  return found;
}

function look() {
  return {
    icon: toasts.element().querySelector("path")?.getAttribute("d"),
    edge: getComputedStyle(toasts.element()).borderBlockStartStyle,
  };
}

test("a new toast replaces the one that is there", async () => {
  await show();
  notify(SENT);
  await expect.element(region.getByText(SENT.description)).toBeVisible();
  notify(REFUSED);
  await expect.element(region.getByText(REFUSED.description)).toBeVisible();
  await expect.element(region.getByText(SENT.description)).not.toBeInTheDocument();
  expect(toasts.elements()).toHaveLength(LIMITS.toastLimit);
});

test("it disappears after its duration", async () => {
  await show();
  const { duration } = notify(SENT);
  expect(duration).toBe(5000);

  notify(REFUSED, { duration: 1500 });
  await expect.element(toasts).toBeVisible();
  await expect.element(toasts).not.toBeInTheDocument();
});

test("it stays while its duration is infinite", async () => {
  await show();
  notify(SENT, { duration: Infinity });
  await settled();
  await new Promise((resolve) => setTimeout(resolve, 600));
  await expect.element(toasts).toBeVisible();
});

test("an older toast cannot dismiss its replacement", async () => {
  await show();
  const older = notify(SENT);
  const newer = notify(REFUSED);
  older.dismiss();
  await expect.element(region.getByText(REFUSED.description)).toBeVisible();
  newer.dismiss();
  await expect.element(toasts).not.toBeInTheDocument();
});

test("the live regions exist before any message, and each message is read out once", async () => {
  await show();
  const status = page.getByRole("status");
  const alert = page.elementLocator(assertive());
  await expect.element(status).toBeEmptyDOMElement();
  await expect.element(alert).toBeEmptyDOMElement();
  const stood = [status.element(), alert.element()];

  notify(SENT);
  await expect.element(status).toMatchTextContent(`${SENT.title} ${SENT.description}`);
  await expect.element(alert).toBeEmptyDOMElement();
  notify(REFUSED);
  await expect.element(alert).toMatchTextContent("Error Invalid OTP.");
  await expect.element(status).toBeEmptyDOMElement();
  expect([status.element(), alert.element()]).toEqual(stood);
  await expect.element(alert, { timeout: 3000 }).toBeEmptyDOMElement();
});

test("the same text shown again is announced again", async () => {
  await show();
  const alert = page.elementLocator(assertive());
  notify(REFUSED);
  await expect.element(alert).toMatchTextContent(REFUSED.description);
  const first = alert.element().firstElementChild;
  notify(REFUSED);
  await expect.poll(() => alert.element().firstElementChild).not.toBe(first);
  await expect.element(alert).toMatchTextContent(REFUSED.description);
});

test("F8 moves the focus to it, Escape closes it and moves the focus back", async () => {
  await show();
  await userEvent.click(elsewhere);
  notify(SENT);
  await settled();
  await userEvent.keyboard("{F8}");
  await expect.element(region.getByRole("list")).toHaveFocus();
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(toasts).not.toBeInTheDocument();
  await expect.element(elsewhere).toHaveFocus();
});

test("F8 without a toast leads to where there is none, in the reader's language", async () => {
  await show();
  notify(SENT).dismiss();
  await expect.element(toasts).not.toBeInTheDocument();
  await userEvent.keyboard("{F8}");
  const list = region.getByRole("list");
  await expect.element(list).toHaveFocus();
  const said = getComputedStyle(list.element(), "::before").content;
  expect(said).toContain(noNotifications);
});

test("closed by its button, it gives the focus back", async () => {
  await show();
  await userEvent.click(elsewhere);
  notify(SENT);
  await settled();
  await userEvent.click(button);
  await expect.element(toasts).not.toBeInTheDocument();
  await expect.element(elsewhere).toHaveFocus();
});

test("replaced while it has the focus, it keeps the focus in the region", async () => {
  await show();
  notify(SENT);
  await settled();
  (button.element() as HTMLElement).focus();
  notify(REFUSED);
  await expect.element(region.getByText(REFUSED.description)).toBeVisible();
  await expect.element(region.getByRole("list")).toHaveFocus();
});

test("Escape elsewhere does not close it", async () => {
  await show();
  await userEvent.click(elsewhere);
  notify(SENT);
  await settled();
  await userEvent.keyboard("{Escape}");
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(toasts).toBeVisible();
});

test.each([
  ["composing", { isComposing: true }],
  ["a key code of 229", { keyCode: 229 }],
])("F8 is ignored while text is being composed (%s)", async (_, how) => {
  await show();
  await userEvent.click(elsewhere);
  notify(SENT);
  await settled();
  const press = (init: KeyboardEventInit) =>
    elsewhere
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { code: "F8", bubbles: true, ...init }));
  press(how);
  await expect.element(elsewhere).toHaveFocus();
  press({});
  await expect.element(region.getByRole("list")).toHaveFocus();
});

test("its timer pauses while it is focused, and then goes on", async () => {
  await show();
  await userEvent.click(elsewhere);
  notify(SENT, { duration: 2500 });
  await settled();
  await userEvent.keyboard("{F8}");
  await new Promise((resolve) => setTimeout(resolve, 2800));
  await expect.element(toasts).toBeVisible();
  await userEvent.click(elsewhere);
  await expect.element(toasts).not.toBeInTheDocument();
});

test("its timer pauses while the window is not active", async () => {
  await show();
  notify(SENT, { duration: 2500 });
  await settled();
  window.dispatchEvent(new Event("blur"));
  await new Promise((resolve) => setTimeout(resolve, 2800));
  await expect.element(toasts).toBeVisible();
  window.dispatchEvent(new Event("focus"));
  await expect.element(toasts).not.toBeInTheDocument();
});

test("after one was closed under the pointer, the next still disappears after its duration", async () => {
  await show();
  notify(SENT);
  await settled();
  // As in Safari, where a pressed button does not get the focus.
  region.element().dispatchEvent(new PointerEvent("pointermove"));
  (button.element() as HTMLElement).click();
  await expect.element(toasts).not.toBeInTheDocument();
  notify(REFUSED, { duration: 1500 });
  await expect.element(toasts).toBeVisible();
  await expect.element(toasts).not.toBeInTheDocument();
});

test.each([
  ["past the threshold dismisses it", LIMITS.toastSwipeThreshold + 10, 0],
  ["short of the threshold does not", LIMITS.toastSwipeThreshold - 10, 1],
])("a swipe %s", async (_, distance, left) => {
  await show();
  notify(SENT, { duration: Infinity });
  await settled();
  const words = region.getByText(SENT.description).element();
  const capture = vi.spyOn(Element.prototype, "setPointerCapture").mockReturnValue();
  const at = (type: string, clientX: number) =>
    words.dispatchEvent(
      new PointerEvent(type, { clientX, clientY: 0, bubbles: true, pointerType: "touch" }),
    );
  at("pointerdown", 0);
  at("pointermove", 20);
  at("pointermove", distance);
  at("pointerup", distance);
  capture.mockRestore();
  await expect.poll(() => toasts.elements().length).toBe(left);
});

test("success and error differ in icon and border as well as in colour", async () => {
  await show();
  notify(SENT);
  await expect.element(region.getByText(SENT.title)).toBeVisible();
  const good = look();
  const refusal = REJECTIONS["wrong-code"].notice;
  expect(refusal).toEqual(REFUSED);
  notify(REFUSED);
  await expect.element(region.getByText(REFUSED.description)).toBeVisible();
  const bad = look();
  expect(bad.icon).not.toBe(good.icon);
  expect(bad.edge).not.toBe(good.edge);
});
