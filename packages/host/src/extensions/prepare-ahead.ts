/**
 * Does the first half of some work ahead of the second: a few at once, in their order, and never many
 * more than were taken. Answers how to take the one at a place.
 */
export function prepareAhead<Input, Prepared>(
  inputs: readonly Input[],
  prepare: (input: Input) => Promise<Prepared>,
  width: number,
): (index: number) => Promise<Prepared> {
  const started = new Map<number, Promise<Prepared>>();
  const start = (index: number, input: Input): Promise<Prepared> => {
    const known = started.get(index) ?? prepare(input);
    started.set(index, known);
    return known;
  };
  return async (index) => {
    inputs.slice(index, index + width).forEach((input, offset) => {
      void start(index + offset, input).catch(() => undefined);
    });
    const taken = started.get(index);
    started.delete(index);
    if (taken === undefined) throw new RangeError(`there is nothing at ${index}`);
    return taken;
  };
}
