import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ask } from "@/console/server";

/** A list that the server gives part by part, newest first. */
export function usePages<Page extends { next: string | null }>(path: string) {
  const list = useInfiniteQuery({
    queryKey: [path],
    queryFn: ({ pageParam }) => ask<Page>(partOf(path, pageParam)),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  return { ...list, pages: list.data?.pages ?? [] };
}

/** The address of the part after another one. */
function partOf(path: string, after: string): string {
  if (!after) return path;
  return `${path}${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(after)}`;
}
