/** The referral page in hosted mode: the same parts, plus those that need a server. */
import { Fragment, useEffect, useRef } from "react";
import { secondFactorPrompt } from "@/api/second-factor-prompt";
import { Notice } from "@/components/notice/notice";
import { notify } from "@/components/toast/toasts";
import { useLostFocus } from "@/components/focus";
import { weCall } from "@/content/generated/words/referral";
import * as words from "@/content/generated/words/hosted";
import { paths } from "@/paths";
import type { HostedState, ReadyState } from "@/programme/programme";
import { useStore } from "@/store";
import { JoinCard } from "../join-card";
import { OwnData } from "../own-data";
import { OwnReferrals } from "../referral-list";
import { type FormHandle, ReferForm } from "../refer-form";
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
  const heading = useRef<HTMLHeadingElement>(null);
  const progress = useOwnProgress(hosted, "referrer");
  const guest = account.role === "guest";
  useLostFocus(account.role, () => accountCard.current?.querySelector("h2"));
  useLateOutcome(hosted);

  return (
    <>
      <div className={styles.stack}>
        {state.warning && <Notice notice={state.warning} />}
        {gains && <GainsInShort gains={gains} />}
        <WaitingReferrals {...{ waiting, account, actions, form, heading }} />
        <div className={guest ? styles.columns : styles.rows}>
          <div ref={accountCard}>
            {account.role === "guest" ? (
              <JoinCard codes={SENT_CODES} />
            ) : (
              <Welcome account={account} empty={totals.all === 0} adminView={false}>
                <LogoutEverywhere actions={actions} />
                {hosted.isStaff && <a href={paths.console}>{words.console}</a>}
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
            headingRef={heading}
            ref={form}
            guest={guest}
            explanation={weCall}
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
                kept={words.keptHere}
                consequence={words.eraseLead}
                trace={
                  hosted.isStaff ? `${words.eraseTrace} ${words.eraseStaff}` : words.eraseTrace
                }
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
