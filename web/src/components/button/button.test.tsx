import type { FormEvent } from "react";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { userEvent } from "vitest/browser";
import { Button } from "./button";

test("it submits a form only if its type is submit", async () => {
  const submit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
  const { getByRole } = await render(
    <form onSubmit={submit}>
      <Button>Cancel</Button>
      <Button type="submit">Save</Button>
    </form>,
  );
  await userEvent.click(getByRole("button", { name: "Cancel" }));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(getByRole("button", { name: "Save" }));
  expect(submit).toHaveBeenCalledOnce();
});

test("while busy it says so and cannot be pressed", async () => {
  const { getByRole, rerender } = await render(
    <Button pending pendingLabel="Sending...">
      Send
    </Button>,
  );
  await expect.element(getByRole("button", { name: "Sending..." })).toBeDisabled();
  await rerender(<Button pendingLabel="Sending...">Send</Button>);
  await expect.element(getByRole("button", { name: "Send", exact: true })).toBeEnabled();
});

test("after being busy it gets the focus back, unless the visitor has moved the focus", async () => {
  const { getByRole, getByText, rerender } = await render(<Work />);
  const button = getByRole("button", { name: "Take it" });
  await userEvent.click(button);
  await rerender(<Work pending />);
  await rerender(<Work />);
  await expect.element(button).toHaveFocus();
  await userEvent.click(button);
  await rerender(<Work pending />);
  await rerender(<Work />);
  await expect.element(button).toHaveFocus();
  await userEvent.click(getByText("Elsewhere"));
  await rerender(<Work pending />);
  await rerender(<Work />);
  await expect.element(button).not.toHaveFocus();
});

function Work({ pending = false }: { pending?: boolean }) {
  return (
    <>
      <Button pending={pending}>Take it</Button>
      <p>Elsewhere</p>
    </>
  );
}
