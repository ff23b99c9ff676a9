interface Visit {
  readonly name: string;
  readonly successors: Iterator<string>;
}

/** Every circle of a graph that a walk in the order of its keys meets, as the names along it. */
export function findCycles(
  edges: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const finished = new Set<string>();
  return [...edges.keys()].flatMap((start) => walk(start, edges, finished));
}

/** With a list instead of the call stack: a chain may be as long as the file allows. */
function walk(
  start: string,
  edges: ReadonlyMap<string, readonly string[]>,
  finished: Set<string>,
): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const trail: Visit[] = [];
  const onTrail = new Set<string>();
  const enter = (name: string) => {
    if (finished.has(name)) return;
    onTrail.add(name);
    trail.push({ name, successors: (edges.get(name) ?? []).values() });
  };
  enter(start);
  for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
    const step = top.successors.next();
    if (step.done === true) {
      trail.pop();
      onTrail.delete(top.name);
      finished.add(top.name);
    } else if (onTrail.has(step.value)) {
      const names = trail.map((visit) => visit.name);
      cycles.push(names.slice(names.indexOf(step.value)));
    } else enter(step.value);
  }
  return cycles;
}
