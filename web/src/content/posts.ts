import { bodies } from "./generated/posts-bodies";
import { loaderOf } from "./loader";

export { posts } from "./generated/posts";

/** A post by its slug. */
export const loadPost = loaderOf(bodies);
