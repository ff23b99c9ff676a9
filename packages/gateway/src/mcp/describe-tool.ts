import type { Tool } from '@modelcontextprotocol/server';
import type { ToolAnnotations, ToolEntry } from '@mortise/contracts';

/** A tool as MCP clients list it. */
export function describeTool(entry: ToolEntry): Tool {
  const { name, description, schema, outputSchema, annotations } = entry;
  return {
    name,
    description,
    ...(annotations?.title === undefined ? {} : { title: annotations.title }),
    inputSchema: asObjectSchema(schema),
    ...(outputSchema === undefined ? {} : { outputSchema: asObjectSchema(outputSchema) }),
    ...(annotations === undefined ? {} : { annotations: pickAnnotations(annotations) }),
  };
}

function asObjectSchema(schema: ToolEntry['schema']): Tool['inputSchema'] {
  return { ...withoutHeaderRequests(schema), type: 'object' };
}

/**
 * `x-mcp-header` asks clients to repeat an argument in an HTTP header, where proxies and their logs
 * read it. A schema here may come from a guest, so clients are not asked to.
 */
function withoutHeaderRequests(schema: ToolEntry['schema']): ToolEntry['schema'] {
  const properties = schema['properties'];
  if (!isObject(properties)) return schema;
  const cleaned = Object.entries(properties).map(([key, property]) => [
    key,
    cleanProperty(property),
  ]);
  return { ...schema, properties: Object.fromEntries(cleaned) };
}

function cleanProperty(property: unknown): unknown {
  if (!isObject(property)) return property;
  const { 'x-mcp-header': _header, ...rest } = property;
  return withoutHeaderRequests(rest);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pickAnnotations(annotations: ToolAnnotations): NonNullable<Tool['annotations']> {
  const { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    ...(title === undefined ? {} : { title }),
    ...(readOnlyHint === undefined ? {} : { readOnlyHint }),
    ...(destructiveHint === undefined ? {} : { destructiveHint }),
    ...(idempotentHint === undefined ? {} : { idempotentHint }),
    ...(openWorldHint === undefined ? {} : { openWorldHint }),
  };
}
