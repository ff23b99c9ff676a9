import { openHost } from './open-host.ts';

await using host = await openHost();
// What is not well, with what to do: an extension that was not loaded, a sandbox that cannot start here.
for (const { code, message, hint } of host.diagnostics()) console.error(code, message, hint);
const session = host.agent('main').session('conversation-1');

// What a model is told. The other formats are json-schema, anthropic and mcp.
const definitions = await session.definitions({ format: 'openai' });
console.log(definitions.map((tool) => tool.function.name));

// What a model answers. Nothing here throws: a result is ok, refused or failed, with a code.
const args = { text: process.argv[2] ?? 'one two three' };
const [result] = await session.execute([{ id: 'call-1', name: 'count_words', args }]);
console.log(result?.ok === true ? result.text : `${result?.code}: ${result?.message}`);
