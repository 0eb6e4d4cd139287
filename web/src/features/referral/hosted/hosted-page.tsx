/** The referral page in hosted mode: the same parts, plus those that need a server. */
import { Fragment, useEffect, useRef } from "react";
import { secondFactorPrompt } from "@/api/second-factor-prompt";
import { Notice } from "@/components/notice/notice";
import { notify } from "@/components/toast/toasts";
import { paths } from "@/paths";
import type { HostedState, ReadyState } from "@/programme/programme";
import { useStore } from "@/store";
import { JoinCard } from "../join-card";
import { OwnData } from "../own-data";
import { OwnReferrals } from "../referral-list";
import { type FormHandle, ReferForm, HOSTED_EXPLANATION } from "../refer-form";
import { useLostFocus } from "../section";
import { Welcome } from "../welcome";
import { AboutYou } from "./about-you";
import { ExchangePoints } from "./exchange-points";
import { GainsInShort } from "./gains-in-short";
import { MostPoints } from "./most-points";
import { ShareLink } from "./share-link";
import { TextMessageSetting } from "./text-message-setting";
import { OwnName } from "./own-name";
import { useOwnProgress } from "./own-progress";
import { LogoutEverywhere, OwnSessions } from "./own-sessions";
import { SecondFactorDialog } from "./second-factor";
import { SENT_CODES } from "./sent-codes";
import { WaitingReferrals } from "./waiting-referrals";
import { YourPoints } from "./your-points";
import styles from "../referral.module.css";

type Props = { state: ReadyState; hosted: HostedState };

export default function HostedPage({ state, hosted }: Props) {
  const { account, referrals, totals } = state;
  const { client, actions, waiting, more, gains } = hosted;
  const prompt = useStore(secondFactorPrompt);
  const accountCard = useRef<HTMLDivElement>(null);
  const form = useRef<FormHandle>(null);
  const progress = useOwnProgress(hosted);
  const guest = account.role === "guest";
  useLostFocus(account.role, () => accountCard.current?.querySelector("h2"));
  useLateOutcome(hosted);

  return (
    <>
      <div className={styles.stack}>
        {state.warning && <Notice notice={state.warning} />}
        {gains && <GainsInShort gains={gains} />}
        <WaitingReferrals waiting={waiting} account={account} actions={actions} form={form} />
        <div className={guest ? styles.columns : styles.rows}>
          <div ref={accountCard}>
            {account.role === "guest" ? (
              <JoinCard codes={SENT_CODES} />
            ) : (
              <Welcome account={account} empty={totals.all === 0} adminView={false}>
                <LogoutEverywhere actions={actions} />
                {hosted.isStaff && <a href={paths.console}>Console</a>}
              </Welcome>
            )}
          </div>
          {account.role === "member" && (
            <ShareLink
              key={account.user.mobileNumber}
              client={client}
              actions={actions}
              services={hosted.services}
            />
          )}
          <ReferForm
            ref={form}
            guest={guest}
            explanation={HOSTED_EXPLANATION}
            services={hosted.services}
            asksWho
          />
        </div>
      </div>
      {!guest && (
        <Fragment key={account.user.mobileNumber}>
          {totals.all > 0 && (
            <OwnReferrals
              referrals={referrals}
              totals={totals}
              more={more}
              {...(!hosted.isStaff && { details: progress })}
            />
          )}
          {account.role === "member" && (
            <>
              <YourPoints client={client} />
              <MostPoints client={client} actions={actions} />
              <ExchangePoints client={client} actions={actions} />
              <AboutYou hosted={hosted} />
              {!hosted.isStaff && <OwnName name={account.user.name} actions={actions} />}
              <TextMessageSetting client={client} actions={actions} />
              <OwnData
                mobile={account.formattedNumber ?? account.user.mobileNumber}
                kept={KEPT_HERE}
                consequence={erasedHere}
                trace={hosted.isStaff ? `${TRACE} ${STAFF_TRACE}` : TRACE}
              />
            </>
          )}
          <OwnSessions client={client} actions={actions} />
        </Fragment>
      )}
      {prompt && <SecondFactorDialog actions={actions} onCancel={() => prompt.answer(false)} />}
    </>
  );
}

/** Shows the outcome of a write whose answer was lost. */
function useLateOutcome({ lateOutcome, actions }: HostedState) {
  useEffect(() => {
    if (!lateOutcome) return;
    notify(lateOutcome);
    actions.dismissLateOutcome();
  }, [lateOutcome, actions]);
}

const erasedHere = ({ mobile }: { mobile: string }) =>
  `Your account and every referral made under ${mobile}, with their points, will be removed from this site, for the admin too. This cannot be undone.`;

const TRACE =
  "Referrals that other people made about you will be removed too, and contact messages from an email address with your number in it. Wherever else someone wrote your number, a mark replaces it.";
const STAFF_TRACE =
  "You will no longer work here: your staff record and second factors go, and webhooks and API tokens under your name are switched off.";
const KEPT_HERE =
  "Your account and your referrals are stored on this site\u2019s server, so you can see them on any device where you log in.";
