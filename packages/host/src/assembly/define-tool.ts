import type { ArgumentsOf, ParameterSchema, Tool } from '@mortise/contracts';

/** A tool of the embedder with the schema that its arguments have the type of. */
export interface TypedTool<Schema extends ParameterSchema> extends Tool<ArgumentsOf<Schema>> {
  readonly schema: Schema;
}

/**
 * A tool of the embedder, for `tools` of `createHost`, whose `execute` gets arguments of the type of its
 * schema: TypeBox, or JSON Schema, with `as const` if it is declared elsewhere. They are checked before
 * it runs.
 */
export function defineTool<const Schema extends ParameterSchema>(
  tool: TypedTool<Schema>,
): TypedTool<Schema> {
  return tool;
}
