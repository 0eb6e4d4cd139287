import type { ReactNode } from "react";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { Failure } from "./parts/failure";
import { SecondFactorForm } from "./second-factor";
import { useSecondFactors, useViewer, type Viewer } from "./server";
import { Factors } from "./staff/factors";
import styles from "./console.module.css";

/** Lets in whoever works here and has shown the second factor; tells everybody else what to do. */
export function Gate({ children }: { children: (viewer: Viewer) => ReactNode }) {
  const { data: viewer, error, refetch } = useViewer();
  if (!viewer) {
    return error ? (
      <Threshold>
        <Failure error={error} retry={() => void refetch()} />
      </Threshold>
    ) : null;
  }
  if (viewer.role === "guest") {
    return (
      <Threshold>
        <p>The console is for the people who work here. Log in with your mobile number first.</p>
        <p>
          <a href={paths.referral}>Log in</a>
        </p>
      </Threshold>
    );
  }
  if (!viewer.staff) {
    return (
      <Threshold>
        <p>
          {viewer.user?.name} does not work here. If you should have access, ask an owner to invite
          your number.
        </p>
        <p>
          <a href={paths.referral}>To your referrals</a>
        </p>
      </Threshold>
    );
  }
  if (!viewer.confirmed) {
    return (
      <Threshold>
        <Confirmation />
      </Threshold>
    );
  }
  return children(viewer);
}

/** Asks for the second factor; whoever has none yet sets one up first. */
function Confirmation() {
  const { data: factors, error, refetch } = useSecondFactors();
  if (!factors) return error && <Failure error={error} retry={() => void refetch()} />;
  if (!factors.totp && factors.passkeys.length === 0) {
    return (
      <>
        <p>Before you come in, set up what only you have beside your number.</p>
        <Factors />
      </>
    );
  }
  return (
    <>
      <p>Please confirm that it is you.</p>
      <SecondFactorForm />
    </>
  );
}

function Threshold({ children }: { children: ReactNode }) {
  return (
    <main className={styles.threshold}>
      <h1>{site.name} console</h1>
      {children}
    </main>
  );
}
