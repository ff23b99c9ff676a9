/** A tool loop of the AI SDK over a session; its mock model stands in for a real one. */
import { aiSdkTools } from '@mortise/ai-sdk';
import { createHost } from '@mortise/host';
import { generateText, isStepCount } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

const clock = {
  id: 'clock',
  source: `export default (api) => api.registerTool({
    name: 'add_minutes', description: 'Adds minutes to a time of day.',
    parameters: { type: 'object', properties: { time: { type: 'string' }, minutes: { type: 'integer' } }, required: ['time', 'minutes'] },
    async execute(_id, { time, minutes }) {
      const [hours, rest] = time.split(':').map(Number);
      const total = hours * 60 + rest + minutes;
      const text = String(Math.floor(total / 60) % 24).padStart(2, '0') + ':' + String(total % 60).padStart(2, '0');
      return { content: [{ type: 'text', text }] };
    },
  });`,
};
await using host = await createHost({ config: { agents: { main: {} } }, extensions: [clock] });
const session = host.agent('main').session('loop');

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1);
    const answered = last?.role === 'tool' ? JSON.stringify(last.content) : undefined;
    if (answered === undefined) {
      const input = JSON.stringify({ time: '09:50', minutes: 25 });
      return {
        content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'add_minutes', input }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      };
    }
    const time = /\d\d:\d\d/.exec(answered)?.[0] ?? 'unknown';
    return {
      content: [{ type: 'text', text: `You will be there at ${time}.` }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    };
  },
});

const { text, steps } = await generateText({
  model,
  ...(await aiSdkTools(session)),
  prompt: 'The train leaves at 9:50 and takes 25 minutes. When do I arrive?',
  stopWhen: isStepCount(4),
});
console.log(`${steps.length} steps: ${text}`);
