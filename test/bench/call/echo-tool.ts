/** The one tool every lane runs: 1 KB in, the same 1 KB out. */
export const ECHO_TEXT: string = Array.from(
  { length: 20 },
  (_, line) => `${String(line).padStart(4)} "The quick brown fox" jumps over it.`,
)
  .join('\n')
  .padEnd(1_000, '.');

export const ECHO_SCHEMA = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
} as const;

/** As text, because it runs in other realms. */
export const ECHO_EXECUTE =
  '(id, params) => ({ content: [{ type: "text", text: params.text }] })' as const;

/** The same tool as most authors write it. */
export const ECHO_EXECUTE_ASYNC =
  'async (id, params) => ({ content: [{ type: "text", text: params.text }] })' as const;

/** A function from JSON text to JSON text around the tool: the least that isolates it. */
export function echoOverJson(execute: string): string {
  const isAsync = execute.startsWith('async');
  const [open, wait] = isAsync ? ['async (json) =>', 'await '] : ['(json) =>', ''];
  return `(() => { const execute = ${execute}; return ${open} JSON.stringify(${wait}execute('1', JSON.parse(json))); })()`;
}

/** An extension with this tool, a reducer of its own included. */
export function echoExtension(execute: string, name: string = 'echo'): string {
  return `export default function (api) {
  api.registerTool({
    name: ${JSON.stringify(name)},
    description: 'Says what it is told.',
    parameters: ${JSON.stringify(ECHO_SCHEMA)},
    execute: ${execute},
  });
  api.registerReducer({ toolName: ${JSON.stringify(name)}, reduce: (result) => result });
}`;
}

/** The text of a result `{ content: [{ type: 'text', text }] }`. */
export function readEchoText(result: unknown): string {
  const { content } = result as { readonly content: readonly { readonly text: string }[] };
  return content[0]?.text ?? '';
}
