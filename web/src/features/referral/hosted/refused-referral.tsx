import type { RefObject } from "react";
import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { notify } from "@/components/toast/toasts";
import type { FormHandle } from "../refer-form";
import section from "../section.module.css";
import type { Account, HostedActions, Waiting } from "@/programme";

type Props = {
  item: Waiting;
  account: Account;
  actions: HostedActions;
  form: RefObject<FormHandle | null>;
};

/** A referral that waited and was refused. It is here until somebody decides what becomes of it. */
export function RefusedReferral({ item, account, actions, form }: Props) {
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
        description: `${whose(item, account)} referral of ${draft.referredName} was not accepted: ${refused.description}`,
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

/** Another member may have left it on this device. */
function whose({ by }: Waiting, account: Account): string {
  const own = account.role !== "guest" && account.user.mobileNumber === by?.mobileNumber;
  return !by || own ? "Your" : `${by.name}\u2019s`;
}

const OCCUPIED = {
  title: "The form is in use",
  description: "Submit or clear what you are typing first. The other referral stays here.",
  variant: "destructive",
} as const;
