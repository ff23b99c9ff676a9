import type { StopRecord, StopTarget, ToolOrigin } from '@mortise/contracts';

/** A stop that is in force here. */
export interface HeldStop extends StopRecord {
  /** Whether it would survive the end of this process. */
  readonly isDurable: boolean;
}

/** The stops in force, by what they are about: a call asks for its own names, not for all stops. */
export class HeldStops {
  readonly #byId = new Map<string, HeldStop>();
  #byTarget: ReadonlyMap<string, HeldStop> = new Map();

  get size(): number {
    return this.#byId.size;
  }

  list(): readonly HeldStop[] {
    return [...this.#byId.values()];
  }

  get(id: string): HeldStop | undefined {
    return this.#byId.get(id);
  }

  set(stop: HeldStop): void {
    this.#byId.set(stop.id, Object.freeze(stop));
    this.#index();
  }

  delete(id: string): boolean {
    const isGone = this.#byId.delete(id);
    if (isGone) this.#index();
    return isGone;
  }

  /** Of several the first that was made. */
  stopOf(origin: ToolOrigin, agentId: string | undefined): HeldStop | undefined {
    const found = this.#byTarget;
    return (
      found.get(keyOf({ scope: 'all', name: '' })) ??
      (agentId === undefined ? undefined : found.get(keyOf({ scope: 'agent', name: agentId }))) ??
      (origin.kind === 'extension'
        ? found.get(keyOf({ scope: 'extension', name: origin.id }))
        : undefined) ??
      (origin.kind === 'mcp'
        ? found.get(keyOf({ scope: 'server', name: origin.server }))
        : undefined)
    );
  }

  #index(): void {
    const stops = this.list().toReversed();
    this.#byTarget = new Map(stops.map((stop) => [keyOf(stop), stop]));
  }
}

/** A key that no name can imitate: a scope has no space. */
function keyOf({ scope, name }: StopTarget): string {
  return scope === 'all' ? 'all' : `${scope} ${name}`;
}

/** Whether two are about the same. */
export function isSameTarget(one: StopTarget, other: StopTarget): boolean {
  return keyOf(one) === keyOf(other);
}
