import type { HostedReferral } from "@bindings";
import { useEffect, useState } from "react";
import { stageLabel } from "./formats";

/** Long enough to be announced. After that, the words stand only where everybody reads them. */
const SPOKEN_MS = 1000;

const personWords = ({ referral, progress }: HostedReferral) =>
  `${referral.referredName}, ${stageLabel(progress.stage)}`;

type Props = {
  /** Which list it is: its filters and its order. */
  list?: string;
  /** What was found, once all of that is there: it is said when the list has become another one. */
  found?: string | undefined;
  /** The referral that stands beside the list: it is said when it has become another one. */
  open?: HostedReferral | undefined;
};

/**
 * The live region of a list, for those who do not see what has changed; and a function that says which
 * referral is the active one now.
 */
export function useSaid({ list = "", found, open }: Props) {
  const [said, setSaid] = useState({ list, open: open?.key, words: "" });
  if (open && said.open !== open.key) {
    setSaid({ ...said, open: open.key, words: personWords(open) });
  } else if (said.list !== list && found !== undefined) {
    setSaid({ ...said, list, words: found });
  }
  const { words } = said;
  useEffect(() => {
    if (!words) return;
    const timer = setTimeout(() => setSaid((now) => ({ ...now, words: "" })), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const say = (referral: HostedReferral | undefined) => {
    if (referral) setSaid({ ...said, words: personWords(referral) });
  };
  return { live: <output className="visually-hidden">{words}</output>, say };
}
