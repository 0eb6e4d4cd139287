import type { Frame } from "./frame";
import { LinkCode, LinkDetails, LinkDone } from "./link-pages";

/** Every frame: what the build makes for a server to fill (docs/decisions/0022-a-link-without-react.md). */
export const frames: readonly Frame[] = [
  { url: "/r/details", page: <LinkDetails /> },
  { url: "/r/code", page: <LinkCode /> },
  { url: "/r/done", page: <LinkDone /> },
];
