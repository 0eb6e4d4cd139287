/** Taking the name off a link that a member shares. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, show } from "@/console/testing/fake-console";
import { accepted, problem } from "@/testing/server/answers";
import PrivacyScreen from "./privacy-screen";

test("a link is named by its address, however it was shared", async () => {
  const off = vi.fn<() => void>();
  fakeServer({
    "POST /audit/search": () => ({ entries: [], next: null }),
    "DELETE /links/K7QM2XTD/name": () => {
      off();
      return accepted(null, "Name Removed");
    },
    "DELETE /links/nothing/name": () => problem(404, ["link-nameless"]),
  });
  await show("/privacy", <PrivacyScreen />);
  await userEvent.click(page.getByRole("button", { name: "Take a name off…" }));
  const dialog = page.getByRole("dialog", { name: "Take a name off a link" });
  const link = dialog.getByLabelText("Link");
  await userEvent.fill(link, "nothing");
  await userEvent.click(dialog.getByRole("button", { name: "Take it off" }));
  await expect.element(dialog.getByText(/^No link with a name has this address/)).toBeVisible();
  await expect.element(link).toHaveValue("nothing");
  await userEvent.fill(link, " https://site.example/r/K7QM2XTD/?service=training#x ");
  await userEvent.click(dialog.getByRole("button", { name: "Take it off" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(off).toHaveBeenCalledExactlyOnceWith();
});
