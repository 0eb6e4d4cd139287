/** Action buttons: one request at a time, and no silent failures. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, show } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import { sendWrite, fetchJson } from "@/console/server";
import { RowActionButton } from "./buttons";
import { CsvButton } from "./csv";
import { ErrorBoundary } from "./error-boundary";

test("a row's action runs once, and can run again after the answer", async () => {
  const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const server = fakeServer({
    "POST /test": () => answers[server.of("POST /test").length - 1]?.promise,
  });
  await show(
    "/",
    <RowActionButton label="Test" about="it" action={() => sendWrite("/test", {})} />,
  );
  const button = page.getByRole("button", { name: "Test it" });
  await userEvent.click(button);
  await expect.element(button).toBeDisabled();
  answers[0]?.resolve(accepted(null));
  await expect.element(button).toBeEnabled();
  await userEvent.click(button);
  answers[1]?.resolve(accepted(null));
  await expect.element(button).toBeEnabled();
  expect(server.of("POST /test")).toHaveLength(2);
});

test("an export that cannot be fetched says so, and can be tried again", async () => {
  fakeServer({ "GET /rows": () => refusal(400, "bad-request") });
  await show("/", <CsvButton name="rows" head={["A"]} rows={() => fetchJson("/rows")} />);
  const button = page.getByRole("button", { name: "Export as CSV" });
  await userEvent.click(button);
  await expect.element(page.getByText("bad-request")).toBeVisible();
  await expect.element(button).toBeEnabled();
});

function Broken(): never {
  throw new Error("It is broken");
}

test("a screen that fails leaves the rest of the page, and says what to do", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await show(
    "/",
    <>
      <a href="/elsewhere">Elsewhere</a>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </>,
  );
  await expect.element(page.getByText(/updated: reload the page/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Reload the page" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Elsewhere" })).toBeVisible();
});
