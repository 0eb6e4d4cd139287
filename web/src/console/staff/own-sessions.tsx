import type { SessionEntry, Sessions } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { RowActionButton } from "@/console/parts/buttons";
import { DataTable } from "@/console/parts/data-table";
import { Failure } from "@/console/parts/listing";
import { ago, formatDateTime } from "@/console/parts/formats";
import { fetchJson, remove } from "@/console/server";
import shared from "@/console/console.module.css";

/** The user's sessions. */
export function OwnSessions() {
  const list = useQuery({
    queryKey: ["sessions"],
    queryFn: async () => (await fetchJson<Sessions>("/sessions")).sessions,
  });
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className={shared.heading}>
        Where you are logged in
      </h2>
      <Failure of={list} />
      {list.data && (
        <DataTable
          caption="Your sessions"
          rows={list.data}
          keyOf={({ key }) => key}
          columns={[
            { label: "Device", cell: ({ device }) => device ?? "Unknown" },
            { label: "Since", cell: ({ begunAt }) => formatDateTime(begunAt) },
            { label: "Last used", cell: ({ usedAt }) => ago(usedAt) },
            { label: "", cell: (session) => <End session={session} /> },
          ]}
        />
      )}
    </section>
  );
}

function End({ session: { key, device, current } }: { session: SessionEntry }) {
  if (current) return "This session";
  const path = `/sessions/${encodeURIComponent(key)}`;
  return (
    <RowActionButton
      label="End the session"
      about={`on ${device ?? "an unknown device"}`}
      action={() => remove(path, "Session Ended", "That device is logged out.")}
    />
  );
}
