import { useSyncExternalStore } from "react";

/** A value that changes, with listeners. */
export class Store<Value> {
  private readonly listeners = new Set<() => void>();

  /** `initial` is also what a prerendered page shows. */
  constructor(
    readonly initial: Value,
    private current = initial,
  ) {}

  readonly get = (): Value => this.current;

  /** Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  set(value: Value) {
    this.current = value;
    for (const listener of this.listeners) listener();
  }
}

/** The store's current value. The component renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
}
