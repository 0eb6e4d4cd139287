import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ContactForm } from "./contact-form";

const form = (
  <MemoryRouter>
    <ContactForm />
  </MemoryRouter>
);

const button = page.getByRole("button", { name: "Send Message" });

test("it cannot be sent until React has hydrated it; what was typed before is kept", async () => {
  const prerendered = document.createElement("div");
  prerendered.innerHTML = renderToString(form);
  document.body.append(prerendered);
  await expect.element(button).toBeDisabled();
  await page.getByLabelText("Name", { exact: true }).fill("Asha Menon");
  await page.getByLabelText("Message", { exact: true }).fill("Doha, from March.");

  const mismatches: unknown[] = [];
  const root = hydrateRoot(prerendered, form, {
    onRecoverableError: (error) => mismatches.push(error),
  });
  await expect.element(button).toBeEnabled();
  await expect.element(page.getByLabelText("Name", { exact: true })).toHaveValue("Asha Menon");
  await expect
    .element(page.getByLabelText("Message", { exact: true }))
    .toHaveValue("Doha, from March.");
  expect(mismatches).toEqual([]);
  root.unmount();
  prerendered.remove();
});
