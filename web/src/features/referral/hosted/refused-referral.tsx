import type { RefObject } from "react";
import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { notify } from "@/components/toast/notify";
import type { FormHandle } from "@/features/referral/refer-form";
import section from "@/features/referral/section.module.css";
import type { HostedActions, Waiting } from "@/programme";

type Props = { item: Waiting; actions: HostedActions; form: RefObject<FormHandle | null> };

/** A referral that waited and was refused. It is here until somebody decides what becomes of it. */
export function RefusedReferral({ item, actions, form }: Props) {
  const { key, draft, refused } = item;
  if (!refused) return null;

  function putBack() {
    if (form.current?.putBack(draft)) actions.forgetWaiting(key);
    else notify(OCCUPIED);
  }

  return (
    <Notice
      notice={{
        ...refused,
        title: "Not Accepted",
        description: `Your referral of ${draft.referredName} was not accepted: ${refused.description}`,
      }}
    >
      <div className={section.ways}>
        <Button variant="quiet" onClick={putBack}>
          Put it back into the form
        </Button>
        <Button variant="quiet" onClick={() => actions.forgetWaiting(key)}>
          Discard it
        </Button>
      </div>
    </Notice>
  );
}

const OCCUPIED = {
  title: "The form is in use",
  description: "Submit or clear what you are typing first. The other referral stays here.",
  variant: "destructive",
} as const;
