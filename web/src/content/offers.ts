export { offers } from "./generated/offers";
