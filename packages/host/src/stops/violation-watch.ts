import type { AuditEntry, AuditSink, ResolvedViolations } from '@mortise/contracts';
import type { NewStop } from './stop-switch.ts';

export interface ViolationWatchParts {
  readonly settings: () => ResolvedViolations | undefined;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly stop: (stop: NewStop) => Promise<unknown>;
  readonly isStopped: (extensionId: string) => boolean;
}

interface Seen {
  readonly since: number;
  readonly count: number;
  /** What was refused first. */
  readonly first: string;
}

const MOST_EXTENSIONS = 1_000;

/**
 * Contains extensions that keep asking for what they were not granted: after so many refused uses within a
 * time the extension is stopped, and stays so until a person has looked at it and lifts that.
 */
export class ViolationWatch {
  readonly #parts: ViolationWatchParts;
  readonly #seen = new Map<string, Seen>();
  /** Extensions whose stop is being put into force: what they ask for until then is part of what it is for. */
  readonly #stopping = new Set<string>();

  constructor(parts: ViolationWatchParts) {
    this.#parts = parts;
  }

  /** The same sink; refused uses that it is told of are counted. */
  watch(sink: AuditSink): AuditSink {
    return {
      flush: () => sink.flush?.(),
      record: (entry) => {
        sink.record(entry);
        if (entry.kind === 'capability' && entry.decision === 'denied') this.#count(entry);
      },
    };
  }

  #count({ extensionId, action, target }: AuditEntry): void {
    const settings = this.#parts.settings();
    if (settings === undefined || extensionId === undefined) return;
    // What its process had asked for before it was ended arrives after the stop, and is part of what that is for.
    if (this.#stopping.has(extensionId) || this.#parts.isStopped(extensionId)) return;
    const now = this.#parts.now();
    const known = this.#seen.get(extensionId);
    // A clock that was set back must not keep a count for ever.
    const isOver = known === undefined || Math.abs(now - known.since) > settings.perMs;
    const seen = isOver ? { since: now, count: 0, first: `${action} ${target}` } : known;
    const count = seen.count + 1;
    if (count < settings.most) {
      if (this.#seen.size >= MOST_EXTENSIONS) this.#seen.clear();
      this.#seen.set(extensionId, { ...seen, count });
      return;
    }
    this.#seen.delete(extensionId);
    const reason = `${count} uses were refused that it was not granted, the first: ${seen.first}`;
    this.#stopping.add(extensionId);
    const goOn = () => void this.#stopping.delete(extensionId);
    // That a stop could not be kept is told where stops are; the next refusals try again.
    this.#parts
      .stop({ scope: 'extension', name: extensionId, reason, by: 'host' })
      .then(goOn, goOn);
  }
}
