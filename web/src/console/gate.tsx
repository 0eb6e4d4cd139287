import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { SmallButton } from "./parts/buttons";
import { Failure } from "./parts/listing";
import { useSecondFactors, useViewer, type Viewer } from "./server";
import styles from "./console.module.css";

// Who has a second factor, and has given it, which is nearly everybody, needs none of these.
const factors = () => import("./staff/factors");
const Factors = lazy(async () => ({ default: (await factors()).Factors }));
const SecondFactorForm = lazy(async () => ({
  default: (await import("./second-factor")).SecondFactorForm,
}));
const RecoveryCodes = lazy(async () => ({ default: (await factors()).RecoveryCodes }));

/**
 * Loads the page anew when somebody else has logged in, in another tab: what it shows, and what is
 * being written there, is not theirs. Returns whether it does.
 */
function useLoadForOther(viewer: Viewer | undefined): boolean {
  const person = viewer?.user?.mobileNumber;
  const [first, setFirst] = useState(person);
  if (person && !first) setFirst(person);
  const isOther = person !== undefined && first !== undefined && person !== first;
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  return isOther;
}

/** Shows the console to staff with the second factor, and tells everybody else what to do. */
export function Gate({ children }: { children: (viewer: Viewer) => ReactNode }) {
  const session = useViewer();
  const { data: viewer } = session;
  const isOther = useLoadForOther(viewer);
  if (isOther) return null;
  if (!viewer) {
    return (
      session.error && (
        <GatePage>
          <Failure of={session} />
        </GatePage>
      )
    );
  }
  if (viewer.role === "guest") {
    return (
      <GatePage>
        <p>The console is for staff only. Log in with your mobile number first.</p>
        <p>
          <a href={paths.referral}>Log in</a>
        </p>
      </GatePage>
    );
  }
  if (!viewer.staff) {
    return (
      <GatePage>
        <p>
          {viewer.user?.name} has no access to the console. If you need it, ask an owner to invite
          your number.
        </p>
        <p>
          <a href={paths.referral}>Go to your referrals</a>
        </p>
      </GatePage>
    );
  }
  return <Confirmed viewer={viewer}>{children}</Confirmed>;
}

type Props = { viewer: Viewer; children: (viewer: Viewer) => ReactNode };

/** Asks for the second factor. Whoever has none yet first sets one up and saves recovery codes. */
function Confirmed({ viewer, children }: Props) {
  const [isFirst, setFirst] = useState(false);
  const fetched = useSecondFactors(!viewer.confirmed || isFirst);
  const { data } = fetched;
  const hasNone = data && !data.totp && data.passkeys.length === 0;
  if (hasNone && !viewer.confirmed && !isFirst) setFirst(true);
  if (viewer.confirmed && !isFirst) return children(viewer);
  if (viewer.confirmed) {
    const enter = () => setFirst(false);
    return (
      <GatePage>
        <p>
          Your second factor is set up. Now make recovery codes: if you lose it, each code lets you
          in once.
        </p>
        <div className={styles.actions}>
          <RecoveryCodes onKept={enter} />
          <SmallButton onClick={enter}>Later</SmallButton>
        </div>
      </GatePage>
    );
  }
  return (
    <GatePage>
      <Failure of={fetched} />
      {hasNone && (
        <>
          <p>Before you start, set up a second factor: something that only you have.</p>
          <Factors isFirst />
        </>
      )}
      {data && !hasNone && (
        <>
          <p>Please confirm that it is you.</p>
          <SecondFactorForm />
        </>
      )}
      <p>
        <a href={paths.referral}>Log in as someone else</a>
      </p>
    </GatePage>
  );
}

function GatePage({ children }: { children: ReactNode }) {
  return (
    <main className={styles.gate}>
      <h1>{site.name} console</h1>
      <Suspense fallback={<p className={styles.loading}>Loading…</p>}>{children}</Suspense>
    </main>
  );
}
