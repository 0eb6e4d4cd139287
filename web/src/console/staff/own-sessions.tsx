import type { SessionEntry, Sessions } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { notify } from "@/components/toast/toasts";
import { DataTable } from "@/console/parts/data-table";
import { Failure } from "@/console/parts/failure";
import { ago, instant } from "@/console/parts/words";
import { ask, remove } from "@/console/server";
import shared from "@/console/console.module.css";

/** Where one is logged in oneself. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery({
    queryKey: ["sessions"],
    queryFn: async () => (await ask<Sessions>("/sessions")).sessions,
  });
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className={shared.heading}>
        Where you are logged in
      </h2>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <DataTable
          caption="Your sessions"
          rows={data}
          keyOf={({ key }) => key}
          columns={[
            { label: "Device", cell: ({ device }) => device ?? "Unknown" },
            { label: "Since", cell: ({ begunAt }) => instant(begunAt) },
            { label: "Last used", cell: ({ usedAt }) => ago(usedAt) },
            { label: "", cell: (session) => <End session={session} /> },
          ]}
        />
      )}
    </section>
  );
}

function End({ session: { key, device, current } }: { session: SessionEntry }) {
  if (current) return "This one";
  async function end() {
    notify((await remove(`/sessions/${encodeURIComponent(key)}`, ENDED)).notice);
  }
  return (
    <button
      type="button"
      className={shared.way}
      aria-label={`End the session on ${device ?? "an unknown device"}`}
      onClick={() => void end()}
    >
      End it
    </button>
  );
}

const ENDED = {
  title: "Session Ended",
  description: "That device is logged out.",
  variant: "default",
} as const;
