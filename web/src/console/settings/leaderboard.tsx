import type { Leaderboard as ShownTo, ProgrammeView } from "@bindings";
import { useState } from "react";
import { Link } from "react-router-dom";
import { SelectField } from "@/components/fields/field";
import { SmallButton } from "@/console/parts/buttons";
import shared from "@/console/console.module.css";
import { SettingsDialog } from "./settings-dialog";

const WORDS: Readonly<Record<ShownTo, string>> = {
  off: "There is no list of those with most points.",
  members:
    "Members read on the referral page which ten have earned most in this quarter, of those who joined under a name of their choice.",
  public:
    "Everybody reads on How the programme works which ten have earned most in this quarter, of those who joined under a name of their choice.",
};

const CHOICES: readonly { readonly value: ShownTo; readonly label: string }[] = [
  { value: "off", label: "Off" },
  { value: "members", label: "For members" },
  { value: "public", label: "For everybody" },
];

/** Who may see the list of those with most points. */
export function Leaderboard({ programme }: { programme: ProgrammeView }) {
  const [open, setOpen] = useState(false);
  const { leaderboard } = programme.settings;
  return (
    <section aria-labelledby="leaderboard">
      <div className={shared.head}>
        <h2 id="leaderboard">Most points</h2>
        <SmallButton onClick={() => setOpen(true)}>Change who sees it…</SmallButton>
      </div>
      <p className={shared.lead}>
        {WORDS[leaderboard]}{" "}
        {leaderboard !== "off" && (
          <>
            Remove a name that insults somebody under <Link to="/rewards?tab=most">Rewards</Link>.
          </>
        )}
      </p>
      {open && (
        <SettingsDialog
          programme={programme}
          title="Who sees who has most points"
          explanation="Nobody is named who has not joined, and nobody after the first ten."
          initial={{ leaderboard }}
          inWords={(holds) => WORDS[holds.leaderboard]}
          change={(text) => ({ leaderboard: text.leaderboard as ShownTo })}
          onClose={() => setOpen(false)}
        >
          {(field) => <SelectField label="Shown" options={CHOICES} {...field("leaderboard")} />}
        </SettingsDialog>
      )}
    </section>
  );
}
