import { SERVICE_OPTIONS } from "@bindings";
import { lazy, Suspense, useEffect, useRef } from "react";
import { classNames } from "@/components/class-names";
import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { Page, PageHeader } from "@/components/page/page";
import { site } from "@/content/generated/site";
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
import { useLostFocus } from "./section";
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
    <Page
      title="Referral Program"
      description="Refer someone for recruitment, training, IT or another service, as a guest or with your mobile number, and follow the outcome."
      path={paths.referral}
    >
      <PageHeader title="Refer someone you would vouch for" className={styles.header}>
        <p>
          Do you know a company that needs people, or a person who needs a start? Tell us who they
          are and which service would help. You earn points for every successful referral.
        </p>
      </PageHeader>
      {state.phase === "loading" && <Loading />}
      <noscript>
        <p>
          The referral programme needs JavaScript, which is switched off in your browser. You can
          email <a href={`mailto:${site.email}`}>{site.email}</a> instead: tell us who you are, who
          you are referring and for which service.
        </p>
      </noscript>
      {state.phase === "unavailable" && (
        <Notice notice={state.notice}>
          <Button onClick={() => tryAgain(state.tryAgain)}>Try again</Button>
        </Notice>
      )}
      {state.phase === "ready" &&
        (state.hosted ? (
          <Suspense fallback={<Loading />}>
            <HostedPage state={state} hosted={state.hosted} />
          </Suspense>
        ) : (
          <Ready state={state} />
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
      Loading authentication status...
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
          explanation={BROWSER_EXPLANATION}
          services={SERVICE_OPTIONS}
        />
      </div>
      {account.role === "member" && totals.all > 0 && (
        <OwnReferrals referrals={referrals} totals={totals} />
      )}
      {account.role === "member" && (
        <OwnData mobile={account.user.mobileNumber} trace={TRACE_IN_THIS_BROWSER} />
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

const BROWSER_EXPLANATION =
  "This website runs without a server. Your referral stays in this browser: we do not receive it and call no one.";

/** A browser has no secret key to protect the number with. */
const TRACE_IN_THIS_BROWSER =
  "A note that this number was erased stays in this browser, so that importing an old copy cannot bring the data back. The note does not contain the number, but someone with access to this device could work it out.";
