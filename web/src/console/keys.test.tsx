/** Keyboard shortcuts of one key, and when they are off. */
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Dialog } from "@/components/dialog/dialog";
import { FormDialog } from "@/components/dialog/form-dialog";
import { TextField } from "@/components/fields/field";
import type { FormOutcome } from "@/components/fields/use-form";
import { KeyHelp, useKeys } from "./keys";
import { show } from "./testing/fake-console";

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

/** A dialog that is sent by Enter, until the answer is there. */
function Sending({ answer }: { answer: Promise<FormOutcome> }) {
  const [count, setCount] = useState(0);
  const [open, setOpen] = useState(true);
  useKeys({ j: ["Next", () => setCount(count + 1)] });
  return (
    <>
      <p>Steps: {count}</p>
      <KeyHelp />
      {open && (
        <FormDialog
          title="Note"
          explanation="Only staff can read it."
          button="Save"
          initial={{ note: "" }}
          deliver={() => answer}
          onClose={() => setOpen(false)}
        >
          {(field) => <TextField label="Note" {...field("note")} />}
        </FormDialog>
      )}
    </>
  );
}

test.each([
  ["j", "accepted", 1],
  // The second one may be meant for what the first leads to.
  ["jj", "accepted", 0],
  ["j", "refused", 0],
] as const)("%s, pressed while a dialog is sent that is %s", async (keys, outcome, after) => {
  const answer = Promise.withResolvers<FormOutcome>();
  await show("/", <Sending answer={answer.promise} />);
  await expect.element(page.getByRole("textbox", { name: "Note" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await userEvent.keyboard(keys);
  const notice = { title: "Note", description: "It is over.", variant: "default" } as const;
  answer.resolve({ outcome, notice });
  await expect.element(page.getByText("It is over.").first()).toBeVisible();
  if (outcome === "refused") await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  // It is pressed in the frame after that.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  await expect.element(steps(after)).toBeVisible();
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
