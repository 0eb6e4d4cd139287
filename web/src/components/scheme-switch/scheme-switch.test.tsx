import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { userEvent } from "vitest/browser";
import { handleScheme, SCHEME_KEY } from "@/starter/scheme";
import { SchemeSwitch } from "./scheme-switch";

const root = document.documentElement;

beforeAll(handleScheme);

beforeEach(() => {
  localStorage.clear();
  otherTabChanged(null);
});

afterEach(() => {
  localStorage.clear();
  delete root.dataset.scheme;
});

/** Browsers send the storage event to other tabs only, so the test sends it itself. */
function otherTabChanged(key: string | null) {
  window.dispatchEvent(new StorageEvent("storage", { key }));
}

test("a stored choice is shown when the page has loaded", async () => {
  localStorage.setItem(SCHEME_KEY, "dark");
  const { getByRole } = await render(<SchemeSwitch />);
  document.dispatchEvent(new Event("DOMContentLoaded"));
  await expect.element(getByRole("radio", { name: "Dark" })).toBeChecked();
  expect(root.dataset.scheme).toBe("dark");
});

test("it starts with the system's colour scheme", async () => {
  const { getByRole } = await render(<SchemeSwitch />);
  await expect.element(getByRole("group", { name: "Colour scheme" })).toBeVisible();
  await expect.element(getByRole("radio", { name: "System" })).toBeChecked();
  expect(root.dataset.scheme).toBeUndefined();
});

test("a choice is shown and remembered, and can be undone", async () => {
  const { getByRole } = await render(<SchemeSwitch />);
  await userEvent.click(getByRole("radio", { name: "Dark" }));
  await expect.element(getByRole("radio", { name: "Dark" })).toBeChecked();
  expect(root.dataset.scheme).toBe("dark");
  expect(localStorage.getItem(SCHEME_KEY)).toBe("dark");

  await userEvent.keyboard("{ArrowUp}");
  await expect.element(getByRole("radio", { name: "Light" })).toBeChecked();
  expect(root.dataset.scheme).toBe("light");

  await userEvent.click(getByRole("radio", { name: "System" }));
  expect(root.dataset.scheme).toBeUndefined();
  expect(localStorage.getItem(SCHEME_KEY)).toBeNull();
});

test("it follows a choice made in another tab, and one that was cleared there", async () => {
  const { getByRole } = await render(<SchemeSwitch />);
  localStorage.setItem(SCHEME_KEY, "light");
  otherTabChanged(SCHEME_KEY);
  await expect.element(getByRole("radio", { name: "Light" })).toBeChecked();
  expect(root.dataset.scheme).toBe("light");

  localStorage.clear();
  otherTabChanged(null);
  await expect.element(getByRole("radio", { name: "System" })).toBeChecked();
  expect(root.dataset.scheme).toBeUndefined();
});

test("a value that is not a scheme counts as none", async () => {
  const { getByRole } = await render(<SchemeSwitch />);
  localStorage.setItem(SCHEME_KEY, "__proto__");
  otherTabChanged(SCHEME_KEY);
  await expect.element(getByRole("radio", { name: "System" })).toBeChecked();
});

test("the page changes even if storage fails", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("refused", "SecurityError");
  });
  const { getByRole } = await render(<SchemeSwitch />);
  await userEvent.click(getByRole("radio", { name: "Dark" }));
  await expect.element(getByRole("radio", { name: "Dark" })).toBeChecked();
  expect(root.dataset.scheme).toBe("dark");
});
