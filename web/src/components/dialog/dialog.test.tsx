import { MESSAGE_SENT } from "@bindings";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { ToastRegion } from "@/components/toast/toast-region";
import { notify } from "@/components/toast/toasts";
import { dismiss } from "@/components/toast/toast-store";
import { Dialog } from "./dialog";

const dialog = page.getByRole("dialog", { name: "Login with OTP" });
const opener = page.getByRole("button", { name: "Login" });
const field = page.getByRole("textbox", { name: "OTP" });
const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

/** The page is beside the toasts, as in the real layout. */
let pageElement: HTMLElement;

beforeEach(() => {
  pageElement = document.createElement("div");
  pageElement.id = "page";
  document.body.append(pageElement);
});

afterEach(() => {
  dismiss();
  pageElement.remove();
});

function Screen({ onOpen }: { onOpen: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          onOpen();
          setOpen(true);
        }}
      >
        Login
      </button>
      {open && (
        <Dialog
          title="Login with OTP"
          description="We have sent a code."
          onClose={() => setOpen(false)}
        >
          <label>
            OTP <input />
          </label>
        </Dialog>
      )}
    </>
  );
}

async function openDialog(onOpen: () => void = () => {}) {
  await render(<ToastRegion />);
  await render(<Screen onOpen={onOpen} />, { container: pageElement });
  await userEvent.click(opener);
  await expect.element(dialog).toBeVisible();
}

test("it has a name and a description, and the focus is on its first field", async () => {
  await openDialog();
  await expect.element(dialog).toHaveAccessibleDescription("We have sent a code.");
  await expect.element(field).toHaveFocus();
});

test("the page behind is inert and does not scroll", async () => {
  await openDialog();
  expect(pageElement.inert).toBe(true);
  expect(getComputedStyle(document.documentElement).overflowY).toBe("hidden");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(pageElement.inert).toBe(false);
  expect(getComputedStyle(document.documentElement).overflowY).not.toBe("hidden");
});

test("Escape closes it in a browser with CloseWatcher", async () => {
  expect(window.CloseWatcher).toBeDefined();
  await openDialog();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("Escape closes it in a browser without CloseWatcher, unless text is being composed", async () => {
  vi.stubGlobal("CloseWatcher", undefined);
  await openDialog();
  field
    .element()
    .dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", isComposing: true, bubbles: true }),
    );
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("if its owner keeps it open, the next attempt asks again", async () => {
  const onClose = vi.fn<() => void>();
  await render(
    <Dialog title="Login with OTP" description="Wait." onClose={onClose}>
      <label>
        OTP <input />
      </label>
    </Dialog>,
  );
  await userEvent.click(field);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(field);
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("its button closes it", async () => {
  await openDialog();
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("a click outside closes it, a click inside does not", async () => {
  await openDialog();
  await userEvent.click(page.getByText("We have sent a code."));
  await expect.element(dialog).toBeVisible();
  const beside = document.elementFromPoint(4, window.innerHeight - 4);
  expect(beside?.parentElement?.id).toBe("overlays");
  await userEvent.click(document.body, {
    position: { x: 4, y: window.innerHeight - 4 },
    force: true,
  });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("without a field it has the focus itself", async () => {
  await render(
    <Dialog title="Login with OTP" description="Nothing to fill in." onClose={() => {}}>
      <p>Read this.</p>
    </Dialog>,
  );
  await expect.element(dialog).toHaveFocus();
});

test("the focus returns to a button that was disabled while the dialog opened", async () => {
  await openDialog(() => {
    (opener.element() as HTMLElement).blur();
  });
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("a toast is above it and can be clicked, which leaves it open", async () => {
  await openDialog();
  notify(MESSAGE_SENT);
  await expect.element(toast).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Dismiss notification" }));
  await expect.element(toast).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await expect.element(field).toHaveFocus();
});

test("F8 moves the focus from it to a toast, and Escape there closes only the toast", async () => {
  await openDialog();
  notify(MESSAGE_SENT);
  await expect.element(toast).toBeVisible();
  await userEvent.keyboard("{F8}");
  await userEvent.keyboard("{Escape}");
  await expect.element(toast).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("at 320 px it fits the width, and long content scrolls inside it", async () => {
  await page.viewport(320, 400);
  await render(
    <Dialog title="Login with OTP" description={"A long story. ".repeat(120)} onClose={() => {}}>
      <label>
        OTP <input />
      </label>
    </Dialog>,
  );
  const { left, right, top, bottom } = dialog.element().getBoundingClientRect();
  expect([left >= 0, right <= 320, top >= 0, bottom <= 400]).toEqual([true, true, true, true]);
  expect(dialog.element().scrollHeight).toBeGreaterThan(dialog.element().clientHeight);
  expect(dialog.element().scrollWidth).toBe(dialog.element().clientWidth);
  await page.viewport(800, 700);
});
