import type { Leaderboard, Leaders, OwnStanding } from "@bindings";
import { HOSTED_LIMITS } from "@bindings/hosted";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import { useLostFocus } from "@/components/focus";
import * as words from "@/content/generated/words/points";
import type { HostedActions, HostedState } from "@/programme/programme";
import { useAction } from "../programme";
import { Section } from "../section";
import styles from "../referral.module.css";
import own from "./most-points.module.css";

/** Who has earned most points in this quarter, and whether the member is named, if there is such a list. */
export function MostPoints({ client, actions }: Pick<HostedState, "client" | "actions">) {
  const { data: standing } = useQuery(
    {
      queryKey: ["leaderboard", "own"],
      queryFn: () => client.fetchJson<OwnStanding>("/me/leaderboard"),
    },
    client.queries,
  );
  const isOff = standing?.leaderboard === "off";
  const { data: list } = useQuery(
    {
      queryKey: ["leaderboard"],
      queryFn: () => client.fetchJson<Leaders>("/leaderboard"),
      enabled: standing !== undefined && !isOff,
    },
    client.queries,
  );
  const summary = useRef<HTMLElement>(null);
  // Another name has another form.
  useLostFocus(standing?.name, () => summary.current);
  // Whoever is on it can leave it, even if nobody sees it any more.
  if (!standing || (isOff && standing.name === undefined)) return null;
  return (
    <Section title={words.mostPoints} explanation={words.mostLead({ quarter: standing.quarter })}>
      {isOff && <p>{words.listOff}</p>}
      {!isOff && list && <Named leaders={list.leaders} />}
      <p>{ownWords(standing)}</p>
      <details>
        <summary ref={summary}>
          {standing.name === undefined ? words.joinList : words.changeOrLeave}
        </summary>
        <NameForm key={standing.name ?? ""} standing={standing} actions={actions} />
      </details>
    </Section>
  );
}

function Named({ leaders }: Pick<Leaders, "leaders">) {
  if (leaders.length === 0) return <p>{words.nobodyYet}</p>;
  return (
    <ol className={own.leaders} aria-label={words.mostPoints}>
      {leaders.map(({ name, points }, place) => (
        <li key={place}>
          <bdi>{name}</bdi> <b>{words.leaderPoints({ points })}</b>
        </li>
      ))}
    </ol>
  );
}

type Props = { standing: OwnStanding; actions: HostedActions };

/** Joins under a name, changes it, or leaves. */
function NameForm({ standing: { leaderboard, name }, actions }: Props) {
  const text = useFormText({ referrerName: name ?? "" });
  const { form, field } = useForm(text, ({ referrerName }) => actions.setLeaderName(referrerName));
  const [leaving, run] = useAction();
  const leave = name !== undefined && (
    <Button
      variant="quiet"
      pending={leaving}
      onClick={() =>
        run(
          () => actions.setLeaderName(undefined),
          () => undefined,
        )
      }
    >
      {words.leaveList}
    </Button>
  );
  if (leaderboard === "off") return <div className={styles.actions}>{leave}</div>;
  return (
    <form {...form} className={styles.stack}>
      <TextField
        label={words.listName}
        hint={HINTS[leaderboard]}
        autoComplete="nickname"
        maxLength={HOSTED_LIMITS.leaderNameMax}
        required
        {...field("referrerName")}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="quiet" pending={text.sending}>
          {name === undefined ? words.join : words.saveName}
        </Button>
        {leave}
      </div>
    </form>
  );
}

const HINTS: Readonly<Record<Exclude<Leaderboard, "off">, string>> = {
  members: words.hintMembers,
  public: words.hintPublic,
};

/** Where the member stands, which only they are told. */
function ownWords({ name, place, points: sum }: OwnStanding): string {
  const points = Math.max(0, sum);
  if (name === undefined) return words.notOnList({ points });
  if (place === undefined) return words.notYet;
  return words.yourPlace({ place: String(place), points });
}
