/** The stored login. */
import { STORAGE_KEYS } from "@bindings";
import { type Policy, type Rules, type Viewer, wellFormed } from "@/rules";
import type { Failed } from "@/outcome";
import { failed } from "@/programme/programme";
import type { RecordStorage } from "./storage";

export class Session {
  private current: Viewer;

  constructor(
    private readonly rules: Rules,
    private readonly storage: RecordStorage,
    private readonly policy: Policy,
  ) {
    this.current = this.read(storage.get(STORAGE_KEYS.user));
  }

  /** Who is looking. */
  get viewer(): Viewer {
    return this.current;
  }

  /** Follows a change of the stored login. */
  follow(text: string | null) {
    this.current = this.read(text);
  }

  /** Logs out; `undefined` on success. */
  end(): Failed | undefined {
    const failure = this.storage.write([[STORAGE_KEYS.user, null]]);
    if (failure) return failed(failure);
    this.follow(null);
    return undefined;
  }

  private read(text: string | null): Viewer {
    if (text === null) return this.rules.Viewer.guest();
    const viewer = this.rules.Viewer.read(wellFormed(text), this.policy);
    if (viewer) return viewer;
    // Specification, section 4: a stored user that cannot be parsed is removed and logged.
    console.error("The stored login could not be read and was removed.", text);
    this.storage.write([[STORAGE_KEYS.user, null]]);
    return this.rules.Viewer.guest();
  }
}
