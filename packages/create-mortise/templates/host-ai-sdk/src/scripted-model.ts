import { MockLanguageModelV4 } from 'ai/test';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model without a network: asks `add_minutes` once and goes on with what it was answered. */
export function createScriptedModel(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1);
      if (last?.role !== 'tool') {
        const input = JSON.stringify({ time: '09:50', minutes: 25 });
        return {
          content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'add_minutes', input }],
          finishReason: { unified: 'tool-calls', raw: undefined },
          usage,
          warnings: [],
        };
      }
      const time = /\d\d:\d\d/.exec(JSON.stringify(last.content))?.[0] ?? 'an unknown time';
      return {
        content: [{ type: 'text', text: `You will be there at ${time}.` }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}
