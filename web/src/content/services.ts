export { services } from "./generated/services";
