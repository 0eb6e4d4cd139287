import { type Rule, type Rulebooks, type RulebookTrial } from "@bindings";
import { useState } from "react";
import { useKept } from "@/console/kept";
import { RowButton, SmallButton } from "@/console/parts/buttons";
import { DataTable } from "@/console/parts/data-table";
import { DateTime, makerName } from "@/console/parts/formats";
import { hintOf } from "@/console/parts/hint";
import { Failure } from "@/console/parts/listing";
import type { ScreenProps } from "@/console/server";
import { newestRulebook, publishRulebook, useRulebooks, useTrial } from "./rulebooks";
import { type Begun, useDraft } from "./use-draft";
import shared from "@/console/console.module.css";
import { RuleDialog } from "./rule-dialog";
import { Versions } from "./versions";

/** What a referral is worth: the rules that hold, and the draft of others. */
export function Rulebook({ viewer }: ScreenProps) {
  const rulebooks = useRulebooks();
  const { data } = rulebooks;
  const [begun, keep] = useKept<Begun<readonly Rule[]>>(viewer.staff?.id ?? "", "rulebook");
  if (!data) return <Failure of={rulebooks} />;
  const { version, at, by, rules, sentences } = data.newest;
  return (
    <section aria-labelledby="rulebook">
      <div className={shared.head}>
        <h2 id="rulebook">Rulebook</h2>
        {!begun && (
          <SmallButton onClick={() => keep(() => ({ newest: { version, by }, draft: rules }))}>
            Change the rulebook…
          </SmallButton>
        )}
      </div>
      <p className={shared.lead}>
        {at === null ? (
          "Nobody has published rules. Whoever awards points decides how many."
        ) : (
          <>
            Version {version}, published by {makerName(by)}, <DateTime at={at} />. It holds for what
            is submitted since. Earlier referrals keep the version of their own day.
          </>
        )}
      </p>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Past of={data} />
      {begun && (
        <Draft
          of={begun}
          setRules={(draft) => keep(() => ({ ...begun, draft }))}
          onClose={() => keep(() => undefined)}
        />
      )}
    </section>
  );
}

/** What held before: for referrals of those days, it still does. */
function Past({ of: { newest, versions } }: { of: Rulebooks }) {
  const past = versions.filter(({ version }) => version < newest.version);
  if (past.length === 0) return null;
  return (
    <details>
      <summary>Past rulebooks</summary>
      <Versions
        versions={past}
        newest={newest.version}
        linesOf={({ sentences }) => sentences}
        none="No rules: whoever awarded points decided how many."
        publish={({ rules }) => publishRulebook(newest.version, rules)}
      />
    </details>
  );
}

type DraftProps = {
  of: Begun<readonly Rule[]>;
  setRules: (rules: readonly Rule[]) => void;
  onClose: () => void;
};

/** Rules that are being changed, with what the last awards would have cost under them. */
function Draft({ of: { newest, draft: rules }, setRules, onClose }: DraftProps) {
  /** The place of the rule that is being changed; that after the last for a new one. */
  const [open, setOpen] = useState<number>();
  const trial = useTrial(rules);
  const { publishing, send, overtaken } = useDraft({
    newest,
    latest: newestRulebook,
    publish: (version) => publishRulebook(version, rules),
    name: "rulebook",
    onClose,
  });
  const { data } = trial;
  const isReady = data && data.faults.length === 0 && !trial.isPlaceholderData;

  return (
    <section aria-labelledby="draft" className={shared.spaced}>
      <div className={shared.head}>
        <h3 id="draft">Draft</h3>
        <SmallButton onClick={() => setOpen(rules.length)}>Add a rule…</SmallButton>
      </div>
      {overtaken}
      <DataTable
        caption="Rules of the draft"
        rows={rules}
        keyOf={(_, place) => place}
        columns={[
          { label: "Name", cell: ({ id }) => id },
          { label: "Rule", cell: (rule) => <Said rule={rule} rules={rules} trial={data} /> },
          {
            label: "",
            cell: (rule) => (
              <div className={shared.actions}>
                <RowButton
                  label="Change…"
                  about={rule.id}
                  onClick={() => setOpen(rules.indexOf(rule))}
                />
                <RowButton
                  label="Take out"
                  about={rule.id}
                  onClick={() => setRules(rules.filter((it) => it !== rule))}
                />
              </div>
            ),
          },
        ]}
      />
      <Failure of={trial} />
      {isReady && <Cost of={data} />}
      <div className={shared.actions}>
        <SmallButton disabled={!isReady || publishing} onClick={send}>
          Publish
        </SmallButton>
        <SmallButton onClick={onClose}>Cancel</SmallButton>
      </div>
      {open !== undefined && (
        <RuleDialog
          rule={rules[open]}
          place={open}
          save={(rule) => setRules(rules[open] ? rules.with(open, rule) : [...rules, rule])}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

type SaidProps = { rule: Rule; rules: readonly Rule[]; trial: RulebookTrial | undefined };

/** What a rule says, and what is wrong with it. */
function Said({ rule, rules, trial }: SaidProps) {
  const place = rules.indexOf(rule);
  const faults = trial?.faults.filter((fault) => fault.rule === place) ?? [];
  return (
    <>
      {trial?.sentences[place]}
      {faults.map(({ code }) => (
        <p key={code} role="alert">
          {hintOf(code)}
        </p>
      ))}
    </>
  );
}

/** What the draft would have cost. */
function Cost({ of: { awards, gave, wouldGive, rules, leftOut } }: { of: RulebookTrial }) {
  return (
    <>
      <p>
        The {awards} awards of the last 90 days gave {gave} points. Under this draft they would have
        given {wouldGive}.
      </p>
      {rules.length > 0 && (
        <DataTable
          caption="What each rule would have given"
          isCaptionShown
          rows={rules}
          keyOf={({ rule }) => rule}
          columns={[
            { label: "Rule", cell: ({ rule }) => rule },
            { label: "Points", cell: ({ points }) => points, isFigure: true },
            { label: "Cut", cell: ({ cut }) => cut, isFigure: true },
          ]}
        />
      )}
      <p className={shared.hint}>Not counted: {leftOut.join(" ")}</p>
    </>
  );
}
