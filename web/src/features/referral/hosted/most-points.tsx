import type { Leaderboard, Leaders, OwnStanding } from "@bindings";
import { HOSTED_LIMITS } from "@bindings/hosted";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import type { HostedActions, HostedState } from "@/programme/programme";
import { useAction } from "../programme";
import { Section, useLostFocus } from "../section";
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
    <Section
      title="Most points"
      explanation={`Who has earned most from ${standing.quarter}, under the names that they chose for this list.`}
    >
      {isOff && <p>The list is switched off, and nobody sees it.</p>}
      {!isOff && list && <Named leaders={list.leaders} />}
      <p>{ownWords(standing)}</p>
      <details>
        <summary ref={summary}>
          {standing.name === undefined ? "Join the list" : "Change the name, or leave"}
        </summary>
        <NameForm key={standing.name ?? ""} standing={standing} actions={actions} />
      </details>
    </Section>
  );
}

function Named({ leaders }: Pick<Leaders, "leaders">) {
  if (leaders.length === 0) return <p>Nobody is on the list yet.</p>;
  return (
    <ol className={own.leaders} aria-label="Most points">
      {leaders.map(({ name, points }, place) => (
        <li key={place}>
          <bdi>{name}</bdi> <b>{pointsOf(points)}</b>
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
      Leave the list
    </Button>
  );
  if (leaderboard === "off") return <div className={styles.actions}>{leave}</div>;
  return (
    <form {...form} className={styles.stack}>
      <TextField
        label="Name on the list"
        hint={HINTS[leaderboard]}
        autoComplete="nickname"
        maxLength={HOSTED_LIMITS.leaderNameMax}
        required
        {...field("referrerName")}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="quiet" pending={text.sending}>
          {name === undefined ? "Join" : "Save the name"}
        </Button>
        {leave}
      </div>
    </form>
  );
}

const HINTS: Readonly<Record<Exclude<Leaderboard, "off">, string>> = {
  members: "Every member can read it. It need not be your own.",
  public: "Everybody can read it. It need not be your own.",
};

const pointsOf = (points: number) =>
  `${points.toLocaleString()} ${points === 1 ? "point" : "points"}`;

/** Where the member stands, which only they are told. */
function ownWords({ name, place, points }: OwnStanding): string {
  const earned = pointsOf(Math.max(0, points));
  if (name === undefined) return `You are not on it. You have earned ${earned} in these months.`;
  if (place === undefined) return "You will be on it as soon as you earn points in these months.";
  return `You are number ${place}, with ${earned}. The first ten are named.`;
}
