/** What browsers say in place of the key while an input method is composing text. */
const COMPOSING_KEY_CODE = 229;

/** Such a key belongs to the input method. Safari says so by the code alone. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === COMPOSING_KEY_CODE;
}
