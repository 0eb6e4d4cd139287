import { useState } from "react";
import type { Maker } from "@bindings";
import type { FormOutcome } from "@/components/fields/use-form";
import { useAction } from "@/console/parts/buttons";
import { makerName } from "@/console/parts/formats";

type Version = { readonly version: number; readonly by: Maker | null };

/** A draft, and the newest version when it was begun. */
export type Begun<Draft> = { readonly newest: Version; readonly draft: Draft };

type Options = {
  readonly newest: Version;
  /** The newest version that was fetched since. */
  readonly latest: () => Version | undefined;
  readonly publish: (version: number) => Promise<FormOutcome>;
  readonly name: string;
  readonly onClose: () => void;
};

/** How a draft is published that was made from a version, while another owner may publish one as well. */
export function useDraft({ newest, latest, publish, name, onClose }: Options) {
  const [seen, setSeen] = useState(newest);
  const [opened] = useState(newest);
  const [publishing, run] = useAction();

  function send() {
    run(async () => {
      const sent = await publish(seen.version);
      if (sent.outcome === "accepted") onClose();
      if (sent.outcome === "refused" && sent.codes?.includes("programme-stale")) {
        setSeen(latest() ?? seen);
      }
      return sent;
    }, name);
  }

  const overtaken = seen.version !== opened.version && (
    <output>
      {makerName(seen.by)} has published version {seen.version} in the meantime, which stands above.
      If you publish again, this draft takes its place.
    </output>
  );
  return { publishing, send, overtaken };
}
