/** Colours of no language. */
export default {};
