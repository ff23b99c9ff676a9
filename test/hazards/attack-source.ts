/**
 * An extension with one tool, `attack`, whose `execute(id, params, ctx)` has this body. Before it
 * runs, `say(value)` is there to answer with a text; `before` runs at the top of the module.
 */
export function attackSource(body: string, before = ''): string {
  return `
    const showText = String;
    const say = (value) => ({ content: [{ type: 'text', text: showText(value) }] });
    ${before}
    export default (api) => {
      api.registerTool({
        name: 'attack', description: 'Attacks', parameters: { type: 'object' },
        async execute(id, params, ctx) { ${body} },
      });
    };`;
}

/** An extension whose one tool, `attack`, is this object literal's fields over harmless ones. */
export function toolSource(fields: string, before = ''): string {
  return `
    const say = (value) => ({ content: [{ type: 'text', text: \`\${value}\` }] });
    ${before}
    export default (api) => {
      api.registerTool({
        name: 'attack', description: 'Attacks', parameters: { type: 'object' },
        execute: () => say('answered'), ${fields}
      });
    };`;
}
