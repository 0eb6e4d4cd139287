import type { ProgrammeVersions as List, ProgrammeView } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "@/console/parts/listing";
import { setProgramme } from "@/console/programme";
import { fetchJson } from "@/console/server";
import shared from "@/console/console.module.css";
import { Versions } from "./versions";

/** What held before, of everything but the rulebook and the catalogue, which have their own versions. */
export function ProgrammeVersions({ programme }: { programme: ProgrammeView }) {
  const list = useQuery({
    queryKey: ["programme-versions"],
    queryFn: () => fetchJson<List>("/programme/versions"),
  });
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <p className={shared.lead}>
        Each change of times, services, reasons, templates and of who sees what. The rulebook and
        the catalogue have versions of their own, under their tabs.
      </p>
      <Failure of={list} />
      {list.data && (
        <Versions
          versions={list.data.versions}
          newest={programme.version}
          linesOf={({ changes }) => changes}
          changesOf={({ again }) => again}
          none="Nothing that one reads has changed."
          publish={({ settings }) => setProgramme(programme, settings)}
        />
      )}
    </section>
  );
}
