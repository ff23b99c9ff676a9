import { answerPrompt } from './answer-prompt.ts';
import { openHost } from './open-host.ts';
import { createScriptedModel } from './scripted-model.ts';

// A model by its name at the AI SDK's gateway, such as `MODEL=openai/gpt-5 AI_GATEWAY_API_KEY=…`; or
// import a provider package and give its model here.
const name = process.env['MODEL'];
if (name === undefined) console.log('MODEL is not set: a scripted model answers');

const prompt =
  process.argv[2] ?? 'The train leaves at 9:50 and takes 25 minutes. When do I arrive?';
await using host = await openHost();
// What is not well, with what to do: an extension that was not loaded, a sandbox that cannot start here.
for (const { code, message, hint } of host.diagnostics()) console.error(code, message, hint);
console.log(await answerPrompt(host, name ?? createScriptedModel(), prompt));
