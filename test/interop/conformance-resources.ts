import { schemaOfArguments, type Tool, type ToolResult } from '@mortise/contracts';

/**
 * The resources that the suite asks for. Their addresses have a scheme of their own, which no extension can take: these
 * are the host's.
 */
export function conformanceResources(): readonly Tool[] {
  const text = (value: string): ToolResult => ({ ok: true, value });
  return [
    resource('test://static-text', 'text/plain', () => text('The content of the static text.')),
    resource('test://watched-resource', 'text/plain', () => text('Watched.')),
    resource('test://static-binary', 'image/png', () => ({
      ...{ ok: true, value: '' },
      media: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }],
    })),
    resource('test://template/{id}/data', 'application/json', ({ id }) =>
      text(JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })),
    ),
  ];
}

type Values = { readonly [variable: string]: string };

function resource(uri: string, mimeType: string, read: (values: Values) => ToolResult): Tool {
  const given = uri.includes('{') ? [{ name: 'id', isRequired: true, isCompleted: false }] : [];
  return {
    ...{ name: `resource:${uri}`, description: 'Of the conformance suite', mimeType },
    schema: schemaOfArguments(given),
    // Its schema has let through texts alone.
    execute: (args) => read(args as Values),
  };
}
