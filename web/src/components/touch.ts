/** Where one touches, and a keyboard on the screen takes half of it. */
export const TOUCH = "(pointer: coarse)";
