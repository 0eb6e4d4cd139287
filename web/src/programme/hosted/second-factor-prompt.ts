/** The second factor, asked for again in the middle of something that waits for it. */
export class SecondFactorPrompt {
  private waiting: Promise<boolean> | undefined;
  private settle: ((given: boolean) => void) | undefined;

  /** Whether something waits. */
  get pending(): boolean {
    return this.waiting !== undefined;
  }

  /** Resolves when it was given, with `true`, or was not, with `false`. */
  wait(): Promise<boolean> {
    this.waiting ??= new Promise((resolve) => {
      this.settle = resolve;
    });
    return this.waiting;
  }

  /** Lets all that waits go on, or give up. */
  end(given: boolean) {
    this.settle?.(given);
    this.waiting = undefined;
    this.settle = undefined;
  }
}
