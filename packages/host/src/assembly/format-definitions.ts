import {
  type JsonSchema,
  MortiseError,
  type ToolDefinition,
  type ToolEntry,
  type ToolSurface,
} from '@mortise/contracts';

/** What each model API and MCP call the same three things. */
export interface DefinitionFormats {
  readonly 'json-schema': ToolDefinition;
  readonly openai: {
    readonly type: 'function';
    readonly function: ToolDefinition;
  };
  readonly anthropic: {
    readonly name: string;
    readonly description: string;
    readonly input_schema: JsonSchema;
  };
  readonly mcp: {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: JsonSchema;
    readonly outputSchema?: JsonSchema;
    readonly annotations?: object;
  };
}

export type DefinitionFormat = keyof DefinitionFormats;

type Formatter<Format extends DefinitionFormat> = (tool: ToolEntry) => DefinitionFormats[Format];

const FORMATTERS: { readonly [Format in DefinitionFormat]: Formatter<Format> } = {
  'json-schema': ({ name, description, schema }) => ({ name, description, parameters: schema }),
  openai: ({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }),
  anthropic: ({ name, description, schema }) => ({ name, description, input_schema: schema }),
  mcp: ({ name, description, schema, outputSchema, annotations }) => ({
    name,
    description,
    inputSchema: schema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  }),
};

/** Gives each surface one frozen list per format, the same object while the surface is the same. */
export class DefinitionLists {
  readonly #lists = new WeakMap<ToolSurface['active'], Map<DefinitionFormat, readonly unknown[]>>();

  listFor<Format extends DefinitionFormat>(
    { active }: ToolSurface,
    format: Format,
  ): readonly DefinitionFormats[Format][] {
    const lists = this.#lists.get(active) ?? new Map<DefinitionFormat, readonly unknown[]>();
    this.#lists.set(active, lists);
    const known = lists.get(format);
    // Only the formatter of this format ever wrote under its name.
    if (known !== undefined) return known as readonly DefinitionFormats[Format][];
    // Formats come from command lines and requests, whatever the types say.
    if (!Object.hasOwn(FORMATTERS, format)) throw unknownFormat(format);
    const make: Formatter<Format> = FORMATTERS[format];
    const list = active.map((entry) => make(entry));
    for (const definition of list) Object.freeze(definition);
    Object.freeze(list);
    lists.set(format, list);
    return list;
  }
}

function unknownFormat(format: unknown): MortiseError {
  const known = Object.keys(FORMATTERS).join(', ');
  return new MortiseError(
    'request_invalid',
    `There is no format "${String(format).slice(0, 50)}"; there are ${known}.`,
  );
}
