import type { ReactNode } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { Failure } from "./parts/failure";
import { act, useViewer, type Viewer } from "./server";
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
        <SecondFactor />
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

function SecondFactor() {
  const code = useFormText({ code: "" });
  const { form, field } = useForm(code, (text) => act("/session/second-factor", { value: text }), {
    select: true,
  });
  return (
    <form {...form} className={styles.stack}>
      <p>Please confirm that it is you.</p>
      <TextField
        label="Authenticator code"
        hint="6 digits, new every half a minute. Without the app: one of your recovery codes."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        required
        {...field("code")}
      />
      <div>
        <Button type="submit" pending={code.sending}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
