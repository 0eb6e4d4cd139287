import type { ReactNode } from "react";
import { Button } from "@/components/button/button";
import { Tag } from "@/components/tag/tag";
import type { Account } from "@/programme/programme";
import { notifyFailure, programme } from "./programme";
import styles from "./referral.module.css";

type Props = {
  account: Exclude<Account, { role: "guest" }>;
  /** Whether the list below is empty. */
  empty: boolean;
  /** Whether the list below has all referrals. */
  adminView?: boolean;
  /** More buttons beside Logout. */
  children?: ReactNode;
};

/** Shows who is logged in, and the logout button. */
export function Welcome(props: Props) {
  const { account, empty, adminView = account.role === "admin", children } = props;
  return (
    <section className={styles.welcome} aria-labelledby="welcome">
      <div className={styles.identity}>
        <h2 id="welcome" tabIndex={-1}>
          {/* One text, because WebKit drops the spaces between several in the accessible name. */}
          {`Welcome, ${account.user.name}!`}
        </h2>
        {adminView && <Tag>Admin View</Tag>}
        <span className={styles.number}>
          {account.formattedNumber ?? account.user.mobileNumber}
        </span>
      </div>
      <p>{adminView ? ADMIN : empty ? FIRST_TIME : MEMBER}</p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => void notifyFailure(programme.logOut())}>
          Logout
        </Button>
        {children}
      </div>
    </section>
  );
}

const ADMIN =
  "You can see every referral stored in this browser and assign points. A referral becomes Successful when you save its points.";
const MEMBER = "Your referrals are below, including any you made as a guest with this number.";
const FIRST_TIME =
  "You have not referred anyone with this number yet. Once you have, each referral will appear here with its status and points.";
