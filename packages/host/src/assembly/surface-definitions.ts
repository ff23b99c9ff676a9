import type { ToolDefinition, ToolSurface } from '@mortise/contracts';

/** Gives each surface one frozen list of definitions, the same object while the surface is the same. */
export function createSurfaceDefinitions(): (surface: ToolSurface) => readonly ToolDefinition[] {
  const lists = new WeakMap<ToolSurface['active'], readonly ToolDefinition[]>();
  return ({ active }) => {
    const known = lists.get(active);
    if (known !== undefined) return known;
    const list = Object.freeze(
      active.map(({ entry: { name, description, schema } }) =>
        Object.freeze({ name, description, parameters: schema }),
      ),
    );
    lists.set(active, list);
    return list;
  };
}
