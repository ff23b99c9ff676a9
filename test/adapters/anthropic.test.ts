import Anthropic from '@anthropic-ai/sdk';
import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { answerToolUses, messageTools } from '@mortise/anthropic';
import type { Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApiServer } from './api-server.ts';
import { openPaintHost, PAGE, PIXEL } from './paint-host.ts';

let host: Host;
beforeAll(async () => {
  host = await openPaintHost({ continuations: 4 });
});
afterAll(() => host.close());

let sessions = 0;

interface Asked {
  readonly name: string;
  readonly input: object;
}
const ask = (name: string, input: object = {}): Asked => ({ name, input });

const answerOf = (answer: readonly Asked[] | string) => ({
  ...{ id: 'x', type: 'message', role: 'assistant', model: 'mock', stop_sequence: null },
  stop_reason: typeof answer === 'string' ? 'end_turn' : 'tool_use',
  usage: { input_tokens: 1, output_tokens: 1 },
  content:
    typeof answer === 'string'
      ? [{ type: 'text', text: answer }]
      : answer.map((each, index) => ({ type: 'tool_use', id: `toolu_${index}`, ...each })),
});

/** The loop of the README, with the real SDK against a script. */
async function converse(
  script: readonly (readonly Asked[] | string)[],
  resultBudgetChars = 10_000,
) {
  await using server = await startApiServer(script.map(answerOf));
  const client = new Anthropic({ apiKey: 'none', baseURL: server.url, maxRetries: 0 });
  const session = host.agent('main').session(`anthropic-${++sessions}`);
  const messages: MessageParam[] = [{ role: 'user', content: 'Go on.' }];
  const settings = { model: 'mock', max_tokens: 100 };
  await session.beginRequest();
  for (;;) {
    const tools = await messageTools(session);
    const message = await client.messages.create({ ...settings, messages, tools });
    messages.push({ role: 'assistant', content: message.content });
    const content = await answerToolUses(session, message, { resultBudgetChars });
    if (content.length === 0) return { messages, server };
    messages.push({ role: 'user', content });
    await session.continueTurn();
  }
}

describe('messages of Anthropic', () => {
  it('offer the tools and answer each use in its order', async () => {
    const { messages, server } = await converse([
      [ask('repeat', { count: 2 }), ask('fail')],
      'done',
    ]);
    expect(server.requests[0]?.path).toBe('/v1/messages');
    expect(server.requests[0]?.body['tools']).toContainEqual({
      name: 'draw',
      description: 'Does it: draw',
      input_schema: { type: 'object' },
    });
    expect(messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'toolu_0', content: [{ type: 'text', text: 'xx' }] },
      {
        ...{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true },
        content: [{ type: 'text', text: expect.stringMatching(/^execution_failed: out of paint/) }],
      },
    ]);
  });

  it('keep images and PDFs as such (E-4b)', async () => {
    const { messages } = await converse([[ask('draw'), ask('print')], 'done']);
    const png = { type: 'base64', media_type: 'image/png', data: PIXEL };
    const pdf = { type: 'base64', media_type: 'application/pdf', data: PAGE };
    expect(messages[2]?.content).toMatchObject([
      {
        content: [
          { type: 'text', text: 'a dot' },
          { type: 'image', source: png },
        ],
      },
      { content: [{ type: 'document', source: pdf }] },
    ]);
  });

  it('mark an error with an image as none, which the API would refuse, and tell it in words', async () => {
    const { messages } = await converse([[ask('break_drawing')], 'done']);
    const [result] = messages[2]?.content ?? [];
    expect(result).not.toHaveProperty('is_error');
    expect(result).toMatchObject({
      content: [{ text: expect.stringMatching(/^execution_failed/) }, { type: 'image' }],
    });
  });

  it('share one budget among the uses of an answer (E-4)', async () => {
    const asked = [ask('repeat', { count: 900 }), ask('repeat', { count: 900 })];
    const { messages } = await converse([asked, 'done'], 1_000);
    const texts = JSON.stringify(messages[2]).match(/x+\\n\[truncated[^"]*/g) ?? [];
    expect(texts.map((each) => (JSON.parse(`"${each}"`) as string).length)).toEqual([500, 500]);
  });

  it('have in the next request what the model loaded (M-3)', async () => {
    const script = [[ask('load_tools', { toolkit: 'more' })], [ask('extra')], 'done'];
    const { messages } = await converse(script);
    expect(messages.at(-2)?.content).toMatchObject([{ content: [{ text: 'extra ran' }] }]);
  });
});
