import { SERVICE_OPTIONS } from "@bindings";
import { lazy, Suspense, useEffect, useRef } from "react";
import { classNames } from "@/components/class-names";
import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { Page, PageHeader } from "@/components/page/page";
import { useLostFocus } from "@/components/focus";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/referral";
import { paths } from "@/paths";
import { useProgramme } from "@/programme/chosen-programme";
import type { ReadyState } from "@/programme/programme";
import { AdminDashboard } from "./admin-dashboard";
import { Copies, UnreadableNotice } from "./copies";
import { JoinCard } from "./join-card";
import { OwnData } from "./own-data";
import { OwnReferrals } from "./referral-list";
import { ReferForm } from "./refer-form";
import { programme } from "./programme";
import { Welcome } from "./welcome";
import styles from "./referral.module.css";

/** Fetched in hosted mode only. */
const fetchHostedPage = () => import("./hosted/hosted-page");
const HostedPage = lazy(fetchHostedPage);

/** The referral programme (specification, section 2). */
export default function ReferralPage() {
  const state = useProgramme(programme);
  const willBeHosted = state.phase === "loading" && state.hosted === true;

  useEffect(() => {
    // Fetched early, while the server is asked who is logged in. If that fails, it is fetched again
    // below.
    if (willBeHosted) fetchHostedPage().catch(() => undefined);
  }, [willBeHosted]);

  return (
    <Page title={words.title} description={words.description} path={paths.referral}>
      <PageHeader title={words.heading} className={styles.header}>
        <p>{words.lead}</p>
      </PageHeader>
      {state.phase === "loading" && <Loading />}
      <noscript>
        <p>{words.needsScript({ email: <a href={`mailto:${site.email}`}>{site.email}</a> })}</p>
      </noscript>
      {state.phase === "unavailable" && (
        <Notice notice={state.notice}>
          <Button onClick={() => tryAgain(state.tryAgain)}>{words.tryAgain}</Button>
        </Notice>
      )}
      {state.phase === "ready" &&
        (!state.hosted ? (
          <Ready state={state} />
        ) : (
          <Suspense fallback={<Loading />}>
            <HostedPage state={state} hosted={state.hosted} />
          </Suspense>
        ))}
    </Page>
  );
}

function tryAgain(inPlace = () => location.reload()) {
  // The button goes while it is tried.
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  inPlace();
}

function Loading() {
  return (
    <p className={classNames(styles.loading, "needs-script")} aria-live="polite">
      {words.loading}
    </p>
  );
}

function Ready({ state }: { state: ReadyState }) {
  const { account, referrals, totals } = state;
  const accountCard = useRef<HTMLDivElement>(null);
  useLostFocus(account.role, () => accountCard.current?.querySelector("h2"));

  return (
    <>
      {state.warning && <Notice notice={state.warning} />}
      {state.unreadable && <UnreadableNotice {...state.unreadable} />}
      <div className={account.role === "guest" ? styles.columns : styles.rows}>
        <div ref={accountCard}>
          {account.role === "guest" ? (
            <JoinCard />
          ) : (
            <Welcome account={account} empty={totals.all === 0} />
          )}
        </div>
        <ReferForm
          guest={account.role === "guest"}
          explanation={words.keptHere}
          services={SERVICE_OPTIONS}
        />
      </div>
      {account.role === "member" && totals.all > 0 && (
        <OwnReferrals referrals={referrals} totals={totals} />
      )}
      {account.role === "member" && (
        <OwnData mobile={account.user.mobileNumber} trace={words.trace} />
      )}
      {account.role === "admin" && (
        <>
          <AdminDashboard referrals={referrals} totals={totals} />
          <Copies />
        </>
      )}
    </>
  );
}
