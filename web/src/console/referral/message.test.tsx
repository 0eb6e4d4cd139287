/** What is said to the referrer: templates, ways, and what is sent. */
import { Route, Routes } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { FilledTemplates } from "@bindings";
import { STAFF_REJECTIONS } from "@bindings/staff-words";
import { fakeServer, OWNER, referral, show } from "@/console/testing/fake-console";
import { accepted, problem } from "@/testing/server/answers";
import type { Answer } from "@/testing/server/fake-server";
import ReferralScreen from "./referral-screen";

const COMMAND = "POST /referrals/nMeera/commands";

const FOUND: FilledTemplates = {
  templates: [
    { label: "Thank you", words: "Hello Ravi, thank you." },
    { label: "No answer", words: "Hello Ravi, nobody answered." },
  ],
  ways: [
    { way: "text", refused: null, why: null },
    { way: "whatsapp", refused: null, why: null },
  ],
  digits: "919840012345",
};

async function write(found: FilledTemplates = FOUND, answer?: Answer) {
  const shown = referral("Meera");
  const server = fakeServer({
    "GET /referrals/nMeera": () => ({
      referral: shown,
      submitted: shown.referral,
      timeline: [],
      possible: ["note", "call", "say"],
    }),
    "GET /referrals/nMeera/templates": () => found,
    [COMMAND]: answer ?? (() => accepted(shown)),
  });
  await show(
    "/referrals/nMeera",
    <Routes>
      <Route path="/referrals/:key" element={<ReferralScreen viewer={OWNER} />} />
    </Routes>,
  );
  await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
  await userEvent.keyboard("s");
  await expect.element(page.getByText("To Ravi, who referred Meera.")).toBeVisible();
  return server;
}

const words = () => page.getByLabelText("Message", { exact: true });

test("a template is filled in, changed and sent, and a note that one writes stays", async () => {
  const server = await write();
  await userEvent.click(page.getByRole("button", { name: "Note", exact: true }));
  await userEvent.fill(page.getByLabelText("Write a note"), "Call Ravi first");
  await userEvent.click(page.getByRole("button", { name: "Message", exact: true }));
  const template = page.getByLabelText("Template");
  await userEvent.selectOptions(template, "Thank you");
  await expect.element(words()).toHaveValue("Hello Ravi, thank you.");
  // Another one takes its place, and what was typed stays.
  await userEvent.selectOptions(template, "No answer");
  await expect.element(words()).toHaveValue("Hello Ravi, nobody answered.");
  await userEvent.fill(words(), "Hello");
  await userEvent.selectOptions(template, "Thank you");
  await expect.element(words()).toHaveValue("Hello\n\nHello Ravi, thank you.");
  await userEvent.fill(words(), "Thank you, Ravi.");
  await userEvent.keyboard("{Enter}");
  expect(server.of(COMMAND)).toHaveLength(0);
  await userEvent.click(page.getByRole("button", { name: "Send as a text" }));
  await expect.element(words()).toHaveValue("");
  expect(server.of(COMMAND)[0]?.value).toMatchObject({
    command: { kind: "say", way: "text", words: "Thank you, Ravi.\n" },
  });
  await userEvent.click(page.getByRole("button", { name: "Note", exact: true }));
  await expect.element(page.getByLabelText("Write a note")).toHaveValue("Call Ravi first");
});

test("WhatsApp opens with words that were recorded, and with no others", async () => {
  const tab = {
    opener: {},
    close: vi.fn<() => void>(),
    location: { replace: vi.fn<(url: string) => void>() },
  };
  const open = vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  const answers: Response[] = [
    problem(422, ["said-too-often"]),
    accepted(referral("Meera")),
    problem(422, ["words-missing"]),
  ];
  const server = await write(FOUND, () => answers.shift() ?? problem(422, ["bad-request"]));
  const button = page.getByRole("button", { name: /^Open in WhatsApp/ });
  await userEvent.fill(words(), "Any news? 100 % sure & ready");
  await userEvent.click(button);
  await expect
    .element(page.getByText(STAFF_REJECTIONS["said-too-often"].hint).last())
    .toBeVisible();
  await vi.waitFor(() => expect(tab.close).toHaveBeenCalled());
  expect(tab.location.replace).not.toHaveBeenCalled();
  await expect.element(words()).toHaveValue("Any news? 100 % sure & ready");
  await userEvent.click(button);
  await vi.waitFor(() =>
    expect(tab.location.replace).toHaveBeenCalledWith(
      "https://wa.me/919840012345?text=Any%20news%3F%20100%20%25%20sure%20%26%20ready",
    ),
  );
  expect(tab.opener).toBeNull();
  expect(server.of(COMMAND).at(-1)?.value).toMatchObject({ command: { way: "whatsapp" } });
  // Without words no tab is opened.
  open.mockClear();
  await userEvent.click(button);
  await expect.element(words()).toHaveAccessibleDescription(STAFF_REJECTIONS["words-missing"].hint);
  expect(open).not.toHaveBeenCalled();
});

test("who gets no texts is said beforehand, and only the other ways are offered", async () => {
  const refused = {
    way: "text",
    refused: "no-account",
    why: STAFF_REJECTIONS["no-account"].hint,
  } as const;
  await write({
    ...FOUND,
    templates: [],
    ways: [refused, { way: "whatsapp", refused: null, why: null }],
  });
  await expect.element(page.getByText(STAFF_REJECTIONS["no-account"].hint)).toBeVisible();
  expect(page.getByRole("button", { name: "Send as a text" }).elements()).toHaveLength(0);
  expect(page.getByLabelText("Template").elements()).toHaveLength(0);
  await expect.element(page.getByRole("button", { name: /^Open in WhatsApp/ })).toBeVisible();
});
