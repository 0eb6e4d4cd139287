import type { ProgrammeState } from "@/programme/programme";

/** What is shown, and who looks at it. */
export class Board {
  private readonly listeners = new Set<() => void>();
  private current: ProgrammeState = { phase: "loading" };

  get state(): ProgrammeState {
    return this.current;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  show(state: ProgrammeState) {
    this.current = state;
    for (const listener of this.listeners) listener();
  }
}
