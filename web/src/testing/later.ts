/** A promise that a test settles when it likes. */
export function later<T>(): { promise: Promise<T>; settle: (value: T) => void } {
  const settling: ((value: T) => void)[] = [];
  const promise = new Promise<T>((resolve) => settling.push(resolve));
  return { promise, settle: (value) => settling[0]?.(value) };
}
