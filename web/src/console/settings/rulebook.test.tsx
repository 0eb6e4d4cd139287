/** The rulebook: rules as sentences, a draft with what it would cost, and publishing. */
import type { Rule, Rulebooks, RulebookTrial } from "@bindings";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, OWNER, show } from "@/console/testing/fake-console";
import { accepted, problem } from "@/testing/server/answers";
import SettingsScreen from "./settings-screen";

const HR: Rule = { id: "hr", gives: 500, to: "referrer", holdDays: 90 };

const said = (rules: readonly Rule[]) => rules.map(({ id, gives }) => `${id}: ${gives} points.`);
const asked = (value: unknown) => value as { version: number; rules: Rule[] };

const version = (number: number, rules: Rule[]) => ({
  version: number,
  at: 1_763_690_000_000,
  by: { id: "s2", name: "Ravi" },
  rules,
  sentences: said(rules),
});

/** A server that keeps what is published, and says of each rule its name and points. */
function keeping() {
  let newest: Rulebooks["newest"] = version(1, [HR]);
  const server = fakeServer({
    "GET /rulebooks": () => ({ newest, versions: [newest] }),
    "POST /rulebooks/trial": ({ value }): RulebookTrial => {
      const { rules } = asked(value);
      const faults = rules.flatMap(({ gives }, rule) =>
        gives > 0 ? [] : [{ rule, code: "rule-empty" as const }],
      );
      const gave = rules.reduce((sum, { gives }) => sum + gives, 0);
      return {
        sentences: said(rules),
        faults,
        since: 0,
        awards: 2,
        gave: 900,
        wouldGive: 2 * gave,
        rules: [],
        leftOut: ["Referrals that nobody has awarded yet."],
      };
    },
    "PUT /rulebooks": ({ value }) => {
      const { version: from, rules } = asked(value);
      if (from !== newest.version) return problem(412, ["programme-stale"]);
      newest = version(from + 1, rules);
      return accepted(newest);
    },
  });
  return { server, publish: (rules: Rule[]) => (newest = version(newest.version + 1, rules)) };
}

const button = (name: string) => page.getByRole("button", { name });

test("a rule is changed, its cost is shown, and the draft is published", async () => {
  const { server, publish } = keeping();
  await show("/settings?tab=rulebook", <SettingsScreen viewer={OWNER} />);
  await expect.element(page.getByText("hr: 500 points.")).toBeVisible();
  await expect.element(page.getByText(/Version 1, published by Ravi/)).toBeVisible();
  await userEvent.click(button("Change the rulebook…"));
  await userEvent.click(button("Change… hr"));
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByLabelText("Points", { exact: true }), "many");
  await userEvent.click(dialog.getByRole("button", { name: "Keep in the draft" }));
  await expect
    .element(dialog.getByLabelText("Points", { exact: true }))
    .toHaveAccessibleDescription(/Enter a whole number/);
  await userEvent.fill(dialog.getByLabelText("Points", { exact: true }), "0");
  await userEvent.click(dialog.getByRole("button", { name: "Keep in the draft" }));
  await expect.element(page.getByText(/A rule gives at least 1 point/)).toBeVisible();
  await expect.element(button("Publish")).toBeDisabled();
  await userEvent.click(button("Change… hr"));
  await userEvent.fill(dialog.getByLabelText("Points", { exact: true }), "600");
  await userEvent.fill(dialog.getByLabelText("Months valid after that"), "24");
  await userEvent.click(dialog.getByRole("button", { name: "Keep in the draft" }));
  await expect.element(page.getByText(/gave 900 points.*would have given 1200/)).toBeVisible();
  // Another owner was faster: what they have published is shown, and the draft stays.
  publish([{ ...HR, gives: 550 }]);
  await userEvent.click(button("Publish"));
  await expect.element(page.getByText(/Ravi has published version 2/)).toBeVisible();
  await userEvent.click(button("Publish"));
  await expect.element(page.getByText(/Version 3, published/)).toBeVisible();
  expect(server.of("PUT /rulebooks").at(-1)?.value).toEqual({
    version: 2,
    rules: [{ ...HR, gives: 600, validMonths: 24 }],
  });
});

const writes = (viewer: typeof OWNER) =>
  show("/settings?tab=rulebook", <SettingsScreen viewer={viewer} />);

test("a draft is there after a look at something else, for whoever writes it", async () => {
  keeping();
  const first = await writes(OWNER);
  await userEvent.click(button("Change the rulebook…"));
  await userEvent.click(button("Take out hr"));
  await expect.element(button("Take out hr")).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("link", { name: "Templates" }));
  await expect.element(page.getByRole("heading", { name: "Draft" })).not.toBeInTheDocument();
  await first.unmount();
  const again = await writes(OWNER);
  await expect.element(page.getByRole("heading", { name: "Draft" })).toBeVisible();
  await expect.element(button("Take out hr")).not.toBeInTheDocument();
  await again.unmount();
  await writes({ ...OWNER, staff: OWNER.staff && { ...OWNER.staff, id: "s9" } } as typeof OWNER);
  await expect.element(button("Change the rulebook…")).toBeVisible();
  expect(sessionStorage.getItem("consoleKept")).not.toContain("rulebook");
});

const region = (number: number) => page.getByRole("region", { name: `Version ${number}` });

test("a past rulebook is published again, as a new version", async () => {
  const { server, publish } = keeping();
  publish([{ ...HR, gives: 550 }]);
  const versions = () => [version(2, [{ ...HR, gives: 550 }]), version(1, [HR])];
  server.instead.set("GET /rulebooks", () => ({ newest: versions()[0], versions: versions() }));
  await show("/settings?tab=rulebook", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByText("Past rulebooks"));
  await userEvent.click(button("Use this one again… (version 1)"));
  const dialog = page.getByRole("dialog", { name: "Use version 1 again" });
  await expect.element(dialog.getByText("hr: 500 points.")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Use it again" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of("PUT /rulebooks")[0]?.value).toEqual({ version: 2, rules: [HR] });
});

test("past rulebooks are read with who published them, and the newest is not among them", async () => {
  const versions = [version(3, [HR]), version(2, []), version(1, [{ ...HR, id: "old" }])];
  fakeServer({ "GET /rulebooks": () => ({ newest: versions[0], versions }) });
  await show("/settings?tab=rulebook", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByText("Past rulebooks"));
  await expect.element(region(1)).toMatchTextContent(/Published by Ravi.*old: 500 points\./);
  await expect.element(region(2)).toMatchTextContent(/No rules: whoever awarded points decided/);
  await expect.element(region(3)).not.toBeInTheDocument();
});
