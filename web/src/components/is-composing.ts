/** The key code that browsers report while an input method is composing text. */
const COMPOSING_KEY_CODE = 229;

/** Whether a key belongs to an input method. Safari shows it by the key code only. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === COMPOSING_KEY_CODE;
}
