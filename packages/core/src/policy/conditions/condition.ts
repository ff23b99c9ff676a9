/** Whether a value is what a schema says. Never changes the value; throws `WorkExhausted` and nothing else. */
export type Condition = (value: unknown, work: Work) => boolean;

/** What one decision may cost: looked-at values, and characters times the size of a pattern. */
export class Work {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new WorkExhausted();
  }
}

/** Arguments are too large for what the schema asks to be decided in time. */
export class WorkExhausted extends Error {
  override readonly name = 'WorkExhausted';
}

/** About 0.4 s of the worst pattern that is accepted, and microseconds of an ordinary one (measured). */
export const MOST_WORK = 10_000_000;

export const ALWAYS: Condition = () => true;
export const NEVER: Condition = () => false;

/** All of them; the cheap ones first, as they were given. */
export function every(conditions: readonly Condition[]): Condition {
  const [first, second, ...others] = conditions.filter((each) => each !== ALWAYS);
  if (first === undefined) return ALWAYS;
  if (second === undefined) return first;
  if (others.length === 0) return (value, work) => first(value, work) && second(value, work);
  const all = [first, second, ...others];
  return (value, work) => {
    for (const each of all) if (!each(value, work)) return false;
    return true;
  };
}
