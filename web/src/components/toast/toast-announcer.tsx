import { useEffect, useState } from "react";
import type { Toast } from "./toast-store";

/** Long enough to be read out; then the words are found once on the page, in the toast. */
const SPOKEN_MS = 1000;

/** Two live regions that stand in the page from the start and wait for words. */
export function ToastAnnouncer({ toast }: { toast: Toast | null }) {
  const [spoken, setSpoken] = useState<number>();
  const id = toast?.id;

  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => setSpoken(id), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [id]);

  const speaking = toast && toast.id !== spoken ? toast : null;
  return (
    <>
      <output className="visually-hidden">
        {speaking?.variant === "default" && <Words key={speaking.id} toast={speaking} />}
      </output>
      <div className="visually-hidden" role="alert">
        {speaking?.variant === "destructive" && <Words key={speaking.id} toast={speaking} />}
      </div>
    </>
  );
}

function Words({ toast }: { toast: Toast }) {
  return (
    <span>
      {toast.title} {toast.description}
    </span>
  );
}
