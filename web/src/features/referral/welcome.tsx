import type { ReactNode } from "react";
import { Button } from "@/components/button/button";
import { Tag } from "@/components/tag/tag";
import type { Account } from "@/programme/programme";
import * as words from "@/content/generated/words/referral";
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
          {words.welcome({ name: account.user.name })}
        </h2>
        {adminView && <Tag>{words.adminView}</Tag>}
        <span className={styles.number}>
          <bdi>{account.formattedNumber ?? account.user.mobileNumber}</bdi>
        </span>
      </div>
      <p>{adminView ? words.welcomeAdmin : empty ? words.welcomeNew : words.welcomeMember}</p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => void notifyFailure(programme.logOut())}>
          {words.logout}
        </Button>
        {children}
      </div>
    </section>
  );
}
