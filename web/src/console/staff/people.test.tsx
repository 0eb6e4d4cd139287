/** Revoking somebody asks what becomes of what they made. */
import type { StaffEntry } from "@bindings";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, OWNER, show } from "@/console/testing/fake-console";
import { refusal } from "@/testing/server/answers";
import { People } from "./people";

const person = (id: string, name: string): StaffEntry => ({
  id,
  name,
  role: "owner",
  services: [],
  shown: "98400 12345",
  invitedBy: null,
  invitedAt: 1_763_690_000_000,
  activeAt: 1_763_690_000_000,
  revokedAt: null,
  secured: true,
});

afterEach(() => vi.unstubAllGlobals());

test("webhooks of somebody who is revoked are kept by whoever revokes them", async () => {
  const server = fakeServer({
    "GET /staff": () => ({ staff: [person("s1", "Asha"), person("s2", "Ravi")] }),
    "DELETE /staff/s2": ({ path }) =>
      path.includes("integrations=s1")
        ? new Response(null, { status: 204 })
        : refusal(409, "integrations-left", null, "They made webhooks or API tokens."),
  });
  await show("/staff", <People viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Remove access… Ravi" }));
  const dialog = page.getByRole("dialog");
  await userEvent.click(dialog.getByRole("button", { name: "Remove access" }));
  const choice = dialog.getByLabelText("Their webhooks and API tokens");
  await expect.element(choice).toHaveAccessibleDescription("They made webhooks or API tokens.");
  await userEvent.selectOptions(choice, "Keep the webhooks, under my name");
  await userEvent.click(dialog.getByRole("button", { name: "Remove access" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of("DELETE /staff/s2")).toHaveLength(2);
});
