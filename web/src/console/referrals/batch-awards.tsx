import type { AwardsChecked, CheckedAward, HostedReferral } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/dialog/dialog";
import { FormDialog } from "@/components/dialog/form-dialog";
import type { FormOutcome } from "@/components/fields/use-form";
import { counted } from "@/console/parts/formats";
import { Failure } from "@/console/parts/listing";
import { fetchJson } from "@/console/server";

/** How many points a referral is to get, by its key. */
export type Awards = ReadonlyMap<string, number>;

type Props = {
  chosen: readonly HostedReferral[];
  send: (awards: Awards) => Promise<FormOutcome>;
  onClose: () => void;
};

const EXPLANATION = "Each gets what the rules give that held when it was submitted.";

/**
 * Awards several referrals what their rulebooks give. The server says first what that comes to, one after the
 * other, because what one gets may use up a most of another; and which are left out, and why.
 */
export function BatchAwards({ chosen, send, onClose }: Props) {
  const title = `Award by the rules: ${counted(chosen.length, "referral")}`;
  const most = CONSOLE_LIMITS.commandsAtOnce;
  // What was sent is not asked about again.
  const [isSent, setSent] = useState(false);
  const referrals = chosen.map(({ key, version }) => ({ key, version }));
  const check = useQuery({
    queryKey: ["awards", referrals],
    queryFn: () =>
      fetchJson<AwardsChecked>("/referrals/check-awards", { method: "POST", value: { referrals } }),
    enabled: chosen.length <= most && !isSent,
    gcTime: 0,
  });
  const awards = new Map(
    check.data?.awards.flatMap(({ key, points }) =>
      points === undefined ? [] : [[key, points] as const],
    ),
  );
  const left = check.data?.awards.filter(({ points }) => points === undefined) ?? [];
  const said = check.data && (
    <>
      <p aria-live="polite">{sumOf(awards)}</p>
      {left.length > 0 && (
        <>
          <p id="left-out">{counted(left.length, "referral")} left out:</p>
          <ul aria-labelledby="left-out">
            {left.map(({ key, why }) => (
              <li key={key}>
                <bdi>{nameOf(key, chosen)}</bdi>: {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
  if (awards.size === 0) {
    const why =
      chosen.length > most
        ? `Choose at most ${most} referrals.`
        : check.isPending
          ? "Asking the rules…"
          : EXPLANATION;
    return (
      <Dialog title={title} description={why} onClose={onClose}>
        <Failure of={check} />
        {said}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title}
      explanation={EXPLANATION}
      button={`Award ${counted(awards.size, "referral")}`}
      initial={{}}
      deliver={() => {
        setSent(true);
        return send(awards);
      }}
      onClose={onClose}
    >
      {() => said}
    </FormDialog>
  );
}

function sumOf(awards: Awards): string {
  if (awards.size === 0) return "None of them can be awarded by the rules.";
  const sum = [...awards.values()].reduce((all, points) => all + points, 0);
  return `${counted(awards.size, "referral")}, ${counted(sum, "point")} by the rules.`;
}

const nameOf = (key: CheckedAward["key"], chosen: readonly HostedReferral[]) =>
  chosen.find((one) => one.key === key)?.referral.referredName ?? "";
