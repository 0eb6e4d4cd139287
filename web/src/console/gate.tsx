import type { ReactNode } from "react";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { Failure } from "./parts/failure";
import { SecondFactorForm } from "./second-factor";
import { useViewer, type Viewer } from "./server";
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
        <p>Please confirm that it is you.</p>
        <SecondFactorForm />
      </Threshold>
    );
  }
  return children(viewer);
}

function Threshold({ children }: { children: ReactNode }) {
  return (
    <main className={styles.threshold}>
      <h1>{site.name} console</h1>
      {children}
    </main>
  );
}
