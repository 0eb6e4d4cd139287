/** Asked for: { target }, a folder. Found: each peer's name and the folder below it. */
import { answer } from "../support/exchange.mjs";
import { buildPeers } from "./build.mjs";

await answer(({ target }) => buildPeers(target));
