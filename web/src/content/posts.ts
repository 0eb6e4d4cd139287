import type { Post } from "@bindings";
import { postBodies } from "./generated/post-bodies";

export { posts } from "./generated/posts";

const loading = new Map<string, Promise<Post>>();

/** A post by its slug, each fetched once; `undefined` if there is none. */
export function loadPost(slug: string): Promise<Post> | undefined {
  const load = Object.hasOwn(postBodies, slug) ? postBodies[slug] : undefined;
  if (!load) return undefined;
  const post =
    loading.get(slug) ??
    load().then(
      (module) => module.default,
      (error: unknown) => {
        loading.delete(slug);
        throw error;
      },
    );
  loading.set(slug, post);
  return post;
}
