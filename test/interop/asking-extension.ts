/** Tools that ask who is behind their call, each one thing; in an isolate. */
const BODIES = {
  greet: `const { action, content } = await ctx.user.elicit('What is your name?\\u202e', NAME);
    return action + ' ' + (content?.name ?? '-');`,
  survey: `const first = await ctx.user.elicit('First?', NAME, { key: 'first' });
    ctx.progress('half', 50);
    const second = await ctx.user.elicit('Second?', NAME, { key: 'second' });
    return first.content.name + ' ' + second.content.name;`,
  both: `const [user, model] = await Promise.all([
      ctx.user.elicit('Name?', NAME, { key: 'user' }),
      ctx.model.sample({ ...PROMPT, key: 'model' }),
    ]);
    return user.content.name + ' ' + model.text;`,
  write: `const { text, model } = await ctx.model.sample(PROMPT); return model + ': ' + text;`,
  greedy: `return (await ctx.model.sample({ ...PROMPT, maxTokens: 5000 })).text;`,
  password: `const schema = { type: 'object', properties: { apiKey: { type: 'string' } } };
    return (await ctx.user.elicit('Your key, please', schema)).action;`,
  nag: `for (let index = 0; index < 9; index += 1) await ctx.user.elicit('Again?', NAME);
    return 'done';`,
  count: `return String(runs);`,
} as const;

export const ASKING_SOURCE = `
const NAME = { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] };
const PROMPT = { messages: [{ role: 'user', text: 'Write.' }], maxTokens: 50 };
let runs = 0;
const bodies = { ${Object.entries(BODIES)
  .map(
    ([name, body]) => `${name}: async (ctx) => { ${name === 'count' ? '' : 'runs += 1;'} ${body} }`,
  )
  .join(',\n')} };
export default function (api) {
  for (const [name, body] of Object.entries(bodies)) {
    api.registerTool({
      name, description: name, parameters: { type: 'object' }, timeoutMs: 1000,
      capabilities: { elicitation: {}, sampling: {} },
      execute: async (id, params, ctx) => ({ content: [{ type: 'text', text: await body(ctx) }] }),
    });
  }
}`;
