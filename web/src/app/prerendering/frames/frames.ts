import type { Frame } from "./frame";
import { linkPages } from "./link-pages";
import { personPages } from "./person-pages";

/** Every page that the build makes for a server to fill. */
export const frames: readonly Frame[] = [...linkPages, ...personPages];
