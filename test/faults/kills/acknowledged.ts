/**
 * What was acknowledged, by name. A change that was asked for and not answered may have been made or
 * not: until the next answer either is right.
 */
export class Acknowledged<Value> {
  readonly #known = new Map<string, Value | 'open'>();
  #count = 0;

  /** How many changes were acknowledged. */
  get count(): number {
    return this.#count;
  }

  /** Asks for a change; `attempt` answers whether it was acknowledged. */
  async change(name: string, value: Value, attempt: () => Promise<boolean>): Promise<boolean> {
    this.#known.set(name, 'open');
    const isDone = await attempt();
    if (!isDone) return false;
    this.#known.set(name, value);
    this.#count += 1;
    return true;
  }

  names(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** Names whose acknowledged value is not what was found. */
  missing(found: (name: string) => Value | undefined): readonly string[] {
    return [...this.#known]
      .filter(([name, value]) => value !== 'open' && found(name) !== value)
      .map(([name]) => name);
  }
}
