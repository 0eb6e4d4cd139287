import type { Leaders } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RowActionButton } from "@/console/parts/buttons";
import { DataTable } from "@/console/parts/data-table";
import { Failure } from "@/console/parts/listing";
import { useProgramme } from "@/console/programme";
import { fetchJson, remove } from "@/console/server";
import shared from "@/console/console.module.css";

/** The members who have earned most, by the names that they chose, which staff may take off. */
export function MostPoints({ tabs }: { tabs: ReactNode }) {
  const programme = useProgramme();
  const shownTo = programme.data?.settings.leaderboard;
  const list = useQuery({
    queryKey: ["leaderboard"],
    queryFn: () => fetchJson<Leaders>("/leaderboard"),
    enabled: shownTo !== undefined && shownTo !== "off",
  });
  return (
    <>
      <h1>Rewards</h1>
      {tabs}
      <Failure of={programme} />
      <Failure of={list} />
      {shownTo === "off" && (
        <p className={shared.empty}>
          The list is switched off. An owner can change that in Settings.
        </p>
      )}
      {shownTo !== "off" && list.data && (
        <>
          <p className={shared.lead}>
            {list.data.quarter}. {shownTo === "public" ? "Everybody reads it" : "Members read it"}.
            You do not see whose name it is. Whoever you remove may choose another one.
          </p>
          {list.data.leaders.length === 0 ? (
            <p className={shared.empty}>Nobody is on the list yet.</p>
          ) : (
            <DataTable
              caption="Most points"
              rows={list.data.leaders}
              keyOf={({ id, name }) => id ?? name}
              columns={[
                { label: "Place", cell: (it) => list.data.leaders.indexOf(it) + 1, isFigure: true },
                { label: "Name", cell: ({ name }) => <bdi>{name}</bdi> },
                {
                  label: "Points",
                  cell: ({ points }) => points.toLocaleString("en-GB"),
                  isFigure: true,
                },
                {
                  label: "",
                  cell: ({ id, name }) =>
                    id !== undefined && (
                      <RowActionButton
                        label="Remove"
                        about={name}
                        action={() =>
                          remove(
                            `/leaderboard/${id}`,
                            "Name Removed",
                            "Whoever chose it may choose another one.",
                          )
                        }
                      />
                    ),
                },
              ]}
            />
          )}
        </>
      )}
    </>
  );
}
