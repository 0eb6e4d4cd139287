import { HOSTED_LIMITS } from "@bindings/hosted";
import { useEffect, useState } from "react";
import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/toasts";
import type { Codes } from "../otp-dialog";
import { programme, useAction } from "../programme";

/** How long a code may take to arrive before another one is offered, in milliseconds. */
const UNDER_WAY_MS = 30_000;

const NUMBER: Codes["number"] = {
  hint: "In any format. Outside India and Qatar, start with a plus sign and your country code.",
  inputMode: "tel",
};

/** The texts for codes that are really sent. */
export const SENT_CODES: Codes = {
  digits: HOSTED_LIMITS.codeDigits,
  number: NUMBER,
  sending: (mobile) =>
    `We have sent a code to ${mobile}. It expires in five minutes. Enter it only here: we will never ask you for it.`,
  SendAgain,
  given: {
    after: ["too-many-codes", "sending-paused", "sending-failed"],
    codes: {
      digits: HOSTED_LIMITS.codeDigits,
      number: NUMBER,
      sending: (mobile) =>
        `Enter the latest code sent to ${mobile}, or the one our office gave you.`,
    },
  },
};

/** Offers another code after a while. */
function SendAgain({ mobile, onSent }: { mobile: string; onSent: () => void }) {
  const [underWay, setUnderWay] = useState(true);
  const [pending, run] = useAction();

  useEffect(() => {
    if (!underWay) return;
    const timer = setTimeout(() => setUnderWay(false), UNDER_WAY_MS);
    return () => clearTimeout(timer);
  }, [underWay]);

  function requestAgain() {
    run(
      () => programme.requestCode(mobile, notify),
      () => {
        setUnderWay(true);
        onSent();
      },
    );
  }

  if (underWay) return <p>No code yet? You can request another in half a minute.</p>;
  return (
    <Button variant="quiet" pending={pending} onClick={requestAgain}>
      Send another code
    </Button>
  );
}
