/** The section on consent: where it stands, and the address for whoever passes it on. */
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, referral, show } from "@/console/testing/fake-console";
import { accepted } from "@/testing/server/answers";
import { Consent, consentWords } from "./consent";

const PAGE = "POST /referrals/nMeera/page";

afterEach(() => vi.unstubAllGlobals());

test("whoever may ask gets the address, which is shown once", async () => {
  const made = { address: "https://site.example/p#AbC", expiresAt: 1_766_282_000_000 };
  const server = fakeServer({ [PAGE]: () => accepted(made) });
  await show("/", <Consent referral={referral("Meera")} mayAsk note={undefined} />);
  await expect.element(page.getByText("Nobody has asked them yet.")).toBeVisible();
  await userEvent.click(page.getByLabelText("Their page says who referred them"));
  await userEvent.click(page.getByRole("button", { name: "Ask for consent" }));
  const dialog = page.getByRole("dialog", { name: "Their page" });
  await expect.element(dialog.getByRole("textbox")).toHaveValue(made.address);
  expect(server.of(PAGE)[0]?.value).toEqual({ sayWho: true });
  await userEvent.click(dialog.getByRole("button", { name: "I have it" }));
  await expect.element(dialog).not.toBeInTheDocument();
});

test("whoever may not ask reads where it stands, and has no button", async () => {
  fakeServer({});
  await show("/", <Consent referral={referral("Meera")} mayAsk={false} note={() => undefined} />);
  await expect.element(page.getByRole("heading", { name: "Consent" })).toBeVisible();
  expect(page.getByRole("button", { name: /consent|agreement/ }).elements()).toHaveLength(0);
});

test("each answer has its words", () => {
  const at = 1_763_690_000_000;
  const words = (answer: string, way = "page") => consentWords({ answer, at, way, text: 1 });
  expect(words("asked")).toMatch(/^Their page was made on .+\. They have not answered\.$/);
  expect(words("agreed")).toMatch(
    /^They agreed to be called on their page on .+ \(text version 1\)\.$/,
  );
  expect(words("agreed", "telephone")).toContain("by telephone (noted by staff)");
  expect(words("refused")).toContain("Only they can change that.");
  expect(words("perhaps")).toContain("this version does not know");
});
