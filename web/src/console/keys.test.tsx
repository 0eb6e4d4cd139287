/** Keyboard shortcuts of one key, and when they are off. */
import { useEffect, useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Dialog } from "@/components/dialog/dialog";
import { KeyHelp, useKeys } from "./keys";
import { show } from "./testing/fake-console";

beforeEach(() => localStorage.clear());

function Screen() {
  const [steps, setSteps] = useState(0);
  const [open, setOpen] = useState(false);
  useKeys({
    j: ["Next", () => setSteps(steps + 1)],
    X: ["Select up to here", () => setSteps(steps + 10)],
    o: ["Open", () => setOpen(true)],
  });
  return (
    <>
      <p>Steps: {steps}</p>
      <label>
        Search <input />
      </label>
      <label>
        Select it <input type="checkbox" />
      </label>
      <KeyHelp />
      {open && (
        <Dialog title="Move" description="To which stage?" onClose={() => setOpen(false)}>
          <p>Nothing to type.</p>
        </Dialog>
      )}
    </>
  );
}

const steps = (count: number) => page.getByText(`Steps: ${count}`, { exact: true });

test("a key does one thing, and with Shift another", async () => {
  await show("/", <Screen />);
  await userEvent.keyboard("j");
  await expect.element(steps(1)).toBeVisible();
  await userEvent.keyboard("{Shift>}X{/Shift}");
  await expect.element(steps(11)).toBeVisible();
});

test("keys do nothing in a text field, but work on a checkbox", async () => {
  await show("/", <Screen />);
  await userEvent.click(page.getByRole("textbox", { name: "Search" }));
  await userEvent.keyboard("j");
  await expect.element(page.getByRole("textbox", { name: "Search" })).toHaveValue("j");
  await expect.element(steps(0)).toBeVisible();
  await userEvent.click(page.getByRole("checkbox", { name: "Select it" }));
  await userEvent.keyboard("j");
  await expect.element(steps(1)).toBeVisible();
});

test("keys do nothing behind a dialog, nor with Control held", async () => {
  await show("/", <Screen />);
  await userEvent.keyboard("{Control>}j{/Control}");
  await userEvent.keyboard("o");
  await expect.element(page.getByRole("dialog", { name: "Move" })).toBeVisible();
  await userEvent.keyboard("j");
  await userEvent.keyboard("{Escape}");
  await expect.element(steps(0)).toBeVisible();
});

/** Shows something that arrives later, as an answer of the server does. */
function Arrivals() {
  const [arrived, setArrived] = useState(0);
  const [pressedAt, setPressedAt] = useState(-1);
  useKeys({ j: ["Next", () => setPressedAt(arrived)] });
  useEffect(() => {
    const timer = setTimeout(() => setArrived(5), 100);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p>
      Arrived: {arrived}. Pressed at: {pressedAt}.
    </p>
  );
}

test("a key acts on what the screen shows, as soon as it shows it", async () => {
  const seen = new MutationObserver(() => {
    if (!document.body.textContent.includes("Arrived: 5")) return;
    seen.disconnect();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "j" }));
  });
  seen.observe(document.body, { characterData: true, childList: true, subtree: true });
  await show("/", <Arrivals />);
  await expect.element(page.getByText("Arrived: 5. Pressed at: 5.")).toBeVisible();
});

test("the list of keys explains them, and can switch them off permanently", async () => {
  await show("/", <Screen />);
  await userEvent.keyboard("?");
  const help = page.getByRole("dialog", { name: "Keyboard" });
  await expect.element(help.getByText("Select up to here")).toBeVisible();
  await expect.element(help.getByText("Shift x")).toBeVisible();
  await userEvent.click(help.getByRole("checkbox", { name: "Use these keys" }));
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("j");
  await expect.element(steps(0)).toBeVisible();
  expect(localStorage.getItem("consoleKeysOff")).not.toBeNull();
});
