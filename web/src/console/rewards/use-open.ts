import { useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useKeys } from "@/console/keys";
import { focusSoon } from "@/console/parts/place";

type List = { readonly hasNextPage: boolean; readonly fetchNextPage: () => unknown };

/**
 * Which item of a list is open beside it, by its id in the address, and the keys that move in the
 * list. What was decided on may leave the list, and still stands beside it.
 */
export function useOpen(name: "request" | "batch", ids: readonly number[], list: List) {
  const [params, setParams] = useSearchParams();
  const open = Number(params.get(name)) || undefined;
  const rows = useRef<HTMLOListElement>(null);
  const beside = useRef<HTMLElement>(null);
  const at = open === undefined ? -1 : ids.indexOf(open);
  const [place, setPlace] = useState(0);
  if (at >= 0 && at !== place) setPlace(at);
  const active = Math.max(0, Math.min(at < 0 ? place : at, ids.length - 1));
  const hasLeft = open !== undefined && at < 0;

  // A key may be pressed again before what it asked for is on the screen.
  const wanted = useRef(active);
  useLayoutEffect(() => {
    wanted.current = active;
    rows.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);

  /** The address with this one open; with none, that of the list. */
  function addressOf(id?: number): string {
    const next = new URLSearchParams(params);
    if (id === undefined) next.delete(name);
    else next.set(name, String(id));
    return `?${next}`;
  }

  const show = (id: number | undefined, replace = false) =>
    setParams(new URLSearchParams(addressOf(id)), { replace });

  function step(by: number) {
    // What followed the one that has left stands in its place.
    const next = wanted.current + (hasLeft && by > 0 ? 0 : by);
    if (next >= ids.length && list.hasNextPage) void list.fetchNextPage();
    const id = ids[next];
    if (id === undefined) return;
    wanted.current = next;
    if (open === undefined) setPlace(next);
    else show(id, true);
  }

  const focusPane = () => focusSoon(() => beside.current);

  function close() {
    show(undefined);
    focusSoon(() => rows.current?.children[active]?.querySelector("a"));
  }

  useKeys({
    j: ["Next", () => step(1)],
    k: ["Previous", () => step(-1)],
    ...(open === undefined
      ? {
          o: [
            "Open it",
            () => {
              show(ids[active]);
              focusPane();
            },
          ],
        }
      : { o: [`Go to the ${name}`, focusPane], b: ["Back to the list", close] }),
  });

  return { open, active: hasLeft ? -1 : active, rows, beside, addressOf, focusPane, show, close };
}
