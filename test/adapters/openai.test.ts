import type { Host } from '@mortise/host';
import { answerChatCalls, answerResponseCalls, chatTools, responseTools } from '@mortise/openai';
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type {
  ResponseCreateParamsNonStreaming,
  ResponseInput,
} from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApiServer } from './api-server.ts';
import { openPaintHost, PAGE, PIXEL } from './paint-host.ts';

let host: Host;
beforeAll(async () => {
  host = await openPaintHost({ continuations: 4 });
});
afterAll(() => host.close());

let sessions = 0;
const openSession = () => host.agent('main').session(`openai-${++sessions}`);

interface Asked {
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: string;
}
const ask = (name: string, args: object | string = {}): Asked => ({
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
});

const chatAnswer = (answer: readonly Asked[] | string) => ({
  ...{ id: 'x', object: 'chat.completion', created: 1, model: 'mock' },
  choices: [
    {
      index: 0,
      finish_reason: typeof answer === 'string' ? 'stop' : 'tool_calls',
      message:
        typeof answer === 'string'
          ? { role: 'assistant', content: answer }
          : {
              ...{ role: 'assistant', content: null },
              tool_calls: answer.map((each, index) => ({
                ...{ id: `c${index}`, type: 'function' },
                function: each,
              })),
            },
    },
  ],
});

/** The loop of the README, with the real SDK against a script. */
async function chat(script: readonly (readonly Asked[] | string)[], resultBudgetChars = 10_000) {
  await using server = await startApiServer(script.map(chatAnswer));
  const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
  const session = openSession();
  const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'Go on.' }];
  await session.beginRequest();
  for (;;) {
    const tools = await chatTools(session);
    const { choices } = await client.chat.completions.create({ model: 'mock', messages, tools });
    const message = choices[0]?.message;
    if (message?.tool_calls === undefined) return { text: message?.content, messages, server };
    messages.push(message, ...(await answerChatCalls(session, message, { resultBudgetChars })));
    await session.continueTurn();
  }
}

describe('chat completions', () => {
  it('offer the tools and answer each call in its order', async () => {
    const asked = [ask('repeat', { count: 2 }), ask('count'), ask('link'), ask('repeat', '')];
    const { text, messages, server } = await chat([asked, 'done']);
    expect(text).toBe('done');
    expect(server.requests[0]?.path).toBe('/v1/chat/completions');
    expect(server.requests[0]?.body['tools']).toContainEqual({
      type: 'function',
      function: expect.objectContaining({ name: 'draw', parameters: { type: 'object' } }),
    });
    expect(messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'c0', content: 'xx' },
      { role: 'tool', tool_call_id: 'c1', content: '{"dots":1}' },
      { role: 'tool', tool_call_id: 'c2', content: 'art: https://art.example/1' },
      { role: 'tool', tool_call_id: 'c3', content: expect.stringMatching(/^input_invalid/) },
    ]);
  });

  it('tell the model what failed, and what was no JSON, and run the other calls', async () => {
    const asked = [ask('repeat', '{"count": 1'), ask('fail'), ask('nothing'), ask('count', '')];
    const { messages } = await chat([asked, 'done']);
    expect(messages.slice(2)).toMatchObject([
      { content: expect.stringMatching(/^input_invalid: .*\nHint: /) },
      { content: expect.stringMatching(/^execution_failed: out of paint\nHint: /) },
      { content: expect.stringMatching(/^not_available: /) },
      { content: '{"dots":1}' },
    ]);
  });

  it('share one budget among the calls of an answer (E-4)', async () => {
    const asked = [ask('repeat', { count: 900 }), ask('repeat', { count: 900 })];
    const { messages } = await chat([asked, 'done'], 1_000);
    expect(messages.slice(2).map(({ content }) => content?.length)).toEqual([500, 500]);
  });

  it('keep images, in a message of the user after those of the tools (E-4b)', async () => {
    const { messages } = await chat([[ask('draw'), ask('repeat', { count: 1 })], 'done']);
    expect(messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'c0', content: expect.stringMatching(/^a dot\n\[image, /) },
      { role: 'tool', tool_call_id: 'c1', content: 'x' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'From tool call c0 (draw):' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
        ],
      },
    ]);
  });

  it('have in the next request what the model loaded (M-3)', async () => {
    const script = [[ask('load_tools', { toolkit: 'more' })], [ask('extra')], 'done'];
    const { messages } = await chat(script);
    expect(messages.at(-1)).toMatchObject({ role: 'tool', content: 'extra ran' });
  });
});

const responseAnswer = (answer: readonly Asked[] | string) => ({
  ...{ id: 'x', object: 'response', created_at: 1, model: 'mock', status: 'completed' },
  output:
    typeof answer === 'string'
      ? [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer }] }]
      : answer.map((each, index) => ({ type: 'function_call', call_id: `c${index}`, ...each })),
});

/** The loop of the README, with the real SDK against a script. */
async function respond(script: readonly (readonly Asked[] | string)[]) {
  await using server = await startApiServer(script.map(responseAnswer));
  const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
  const session = openSession();
  const answered: ResponseInput = [];
  let next: ResponseCreateParamsNonStreaming = { input: 'Go on.' };
  await session.beginRequest();
  for (;;) {
    const tools = await responseTools(session);
    const response = await client.responses.create({ model: 'mock', tools, ...next });
    const input = await answerResponseCalls(session, response);
    if (input.length === 0) return { text: response.output_text, answered, server };
    answered.push(...input);
    next = { previous_response_id: response.id, input };
    await session.continueTurn();
  }
}

describe('responses', () => {
  it('offer the tools, not strict, and answer each call in its order', async () => {
    const { text, answered, server } = await respond([
      [ask('repeat', { count: 2 }), ask('fail')],
      'done',
    ]);
    expect(text).toBe('done');
    expect(server.requests[0]?.body['tools']).toContainEqual(
      expect.objectContaining({ type: 'function', name: 'draw', strict: false }),
    );
    expect(answered).toEqual([
      { type: 'function_call_output', call_id: 'c0', output: 'xx' },
      {
        type: 'function_call_output',
        call_id: 'c1',
        output: expect.stringMatching(/out of paint/),
      },
    ]);
  });

  it('keep images and PDFs as such (E-4b)', async () => {
    const { answered } = await respond([[ask('draw'), ask('print')], 'done']);
    expect(answered).toMatchObject([
      {
        output: [
          { type: 'input_text', text: 'a dot' },
          { type: 'input_image', image_url: `data:image/png;base64,${PIXEL}` },
        ],
      },
      {
        output: [
          {
            ...{ type: 'input_file', filename: 'my_page.pdf' },
            file_data: `data:application/pdf;base64,${PAGE}`,
          },
        ],
      },
    ]);
  });

  it('have in the next request what the model loaded (M-3)', async () => {
    const script = [[ask('load_tools', { toolkit: 'more' })], [ask('extra')], 'done'];
    const { answered } = await respond(script);
    expect(answered.at(-1)).toMatchObject({ output: 'extra ran' });
  });
});
