import { HOSTED_LIMITS } from "@bindings/hosted";
import { useEffect, useState } from "react";
import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/toasts";
import * as words from "@/content/generated/words/hosted";
import type { Codes } from "../otp-dialog";
import { programme, useAction } from "../programme";

/** How long a code may take to arrive before another one is offered, in milliseconds. */
const UNDER_WAY_MS = 30_000;

const NUMBER: Codes["number"] = {
  hint: words.numberHint,
  inputMode: "tel",
};

/** The texts for codes that are really sent. */
export const SENT_CODES: Codes = {
  digits: HOSTED_LIMITS.codeDigits,
  number: NUMBER,
  sending: (mobile) => words.codeSent({ mobile }),
  SendAgain,
  given: {
    after: ["too-many-codes", "sending-paused", "sending-failed"],
    codes: {
      digits: HOSTED_LIMITS.codeDigits,
      number: NUMBER,
      sending: (mobile) => words.codeGiven({ mobile }),
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

  if (underWay) return <p>{words.codeUnderWay}</p>;
  return (
    <Button variant="quiet" pending={pending} onClick={requestAgain}>
      {words.codeAgain}
    </Button>
  );
}
