import type { Maker } from "@bindings";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import type { FormOutcome } from "@/components/fields/use-form";
import { RowButton } from "@/console/parts/buttons";
import { DateTime, makerName } from "@/console/parts/formats";
import shared from "@/console/console.module.css";

type Version = {
  readonly version: number;
  readonly at: number | null;
  readonly by: Maker | null;
};

type Props<V extends Version> = {
  versions: readonly V[];
  /** The number of the one that holds. */
  newest: number;
  /** What is said of a version. */
  linesOf: (version: V) => readonly string[];
  /** What is said of one of which there is nothing else to say. */
  none: string;
  /** What it would change now, as far as that is known. */
  changesOf?: (version: V) => readonly string[];
  /** Publishes it once more, as a new version. */
  publish: (version: V) => Promise<FormOutcome>;
};

/** Versions of what owners set, each with who set it and when. An earlier one can be used again. */
export function Versions<V extends Version>({
  versions,
  newest,
  linesOf,
  none,
  changesOf,
  publish,
}: Props<V>) {
  const [asked, setAsked] = useState<number>();
  // As it was fetched last: what it would change depends on what holds.
  const open = versions.find(({ version }) => version === asked);
  return (
    <>
      {versions.map((it) => {
        const { version, at, by } = it;
        const heading = `version-${version}`;
        return (
          <section key={version} aria-labelledby={heading}>
            <div className={shared.head}>
              <h3 id={heading}>
                Version {version}
                {version === newest && ", which holds"}
              </h3>
              {version !== newest && (
                <RowButton
                  label="Use this one again…"
                  about={`(version ${version})`}
                  onClick={() => setAsked(version)}
                />
              )}
            </div>
            <p className={shared.hint}>
              {at === null ? (
                "What the programme begins with."
              ) : (
                <>
                  Published by {makerName(by)}, <DateTime at={at} />.
                </>
              )}
            </p>
            <Lines of={linesOf(it)} none={at === null ? "" : none} />
          </section>
        );
      })}
      {open && (
        <FormDialog
          title={`Use version ${open.version} again`}
          explanation="It becomes a new version and holds for everybody at once. What holds now stays in this list."
          button="Use it again"
          initial={{}}
          deliver={() => publish(open)}
          onClose={() => setAsked(undefined)}
        >
          {() => <Lines of={changesOf?.(open) ?? linesOf(open)} none={none} />}
        </FormDialog>
      )}
    </>
  );
}

function Lines({ of, none }: { of: readonly string[]; none: string }) {
  if (of.length === 0) return <p>{none}</p>;
  return (
    <ul>
      {of.map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  );
}
