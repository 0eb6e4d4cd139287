import { Button } from "@/components/button/button";
import { Tag } from "@/components/tag/tag";
import { notify } from "@/components/toast/notify";
import type { Account } from "@/programme";
import styles from "./welcome.module.css";
import { programme } from "./programme";

type Props = {
  account: Exclude<Account, { role: "guest" }>;
  /** Whether the list below is empty. */
  empty: boolean;
};

/** Who is logged in, and the way out. */
export function Welcome({ account, empty }: Props) {
  return (
    <section className={styles.welcome} aria-labelledby="welcome">
      {account.role === "admin" && <Tag>Admin View</Tag>}
      <h2 id="welcome" tabIndex={-1}>
        Welcome, {account.user.name}!
      </h2>
      <p className={styles.number}>{account.user.mobileNumber}</p>
      <p className={styles.explanation}>
        {account.role === "admin" ? ADMIN : empty ? FIRST_TIME : MEMBER}
      </p>
      <Button variant="quiet" onClick={() => void logout()}>
        Logout
      </Button>
    </section>
  );
}

async function logout() {
  const failed = await programme.logout();
  if (failed) notify(failed.notice);
}

const ADMIN =
  "You see every referral stored in this browser, and you assign the points. A referral becomes Successful when you save its points.";
const MEMBER =
  "Your referrals stand below. They are matched by mobile number, so what you referred as a guest under this number is among them.";
const FIRST_TIME =
  "You have not referred anybody under this number yet. Fill in the form, and your referral, its status and its points will stand here.";
