import type { CallClient, UserQuestion } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import type { AskingPorts } from './asking-call.ts';
import { AskingCalls } from './asking-calls.ts';

const ORIGIN = { extensionId: 'e', toolName: 't', callId: 'c', agentId: 'a' };
const QUESTION: UserQuestion = {
  ...{ origin: ORIGIN, key: 'name', message: 'Name?' },
  schema: { type: 'object', properties: {} },
};
const ABILITIES = { elicits: true, samples: true, isModern: true };
const ANSWERS = { name: { action: 'accept', content: {} } };

const { signal } = new AbortController();
const elicit = async (client: CallClient) => (await client.elicit?.(QUESTION, signal))?.action;
const sample = async (client: CallClient) => {
  const asked = { origin: ORIGIN, key: 'text', messages: [], maxTokens: 1 };
  return (await client.sample?.(asked, signal))?.text;
};

function openCalls(ask: (client: CallClient) => Promise<string | undefined> = elicit) {
  const calls = new AskingCalls<string>();
  let count = 0;
  const newId = () => {
    count += 1;
    return `id${count}`;
  };
  const request = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
  const begin = () =>
    calls
      .begin({
        ...{ asked: { name: 't', args: '{}' }, abilities: ABILITIES, request: request() },
        newId,
        run: async ({ client }: AskingPorts) => (await ask(client).catch(String)) ?? '',
      })
      .next();
  const answer = (state: string, responses: object = ANSWERS) => {
    const call = calls.find(state, { name: 't', args: '{}' });
    call?.attach({ ...request(), responses: { ...responses } });
    return call?.next();
  };
  return { begin, answer };
}

const stateOf = (end: unknown) => String(Reflect.get(Object(end), 'requestState'));

describe('calls of one conversation that ask its client (E-10)', () => {
  it('have room again when others have ended, however many did', async () => {
    const { begin, answer } = openCalls();
    for (let round = 0; round < 40; round += 1) {
      expect(await answer(stateOf(await begin()))).toBe('accept');
    }
  });

  it('are no more than 16 that wait', async () => {
    const { begin, answer } = openCalls();
    const states: string[] = [];
    for (let round = 0; round < 16; round += 1) states.push(stateOf(await begin()));
    expect(await begin()).toContain('Too many calls');
    expect(await answer(states[0] ?? '')).toBe('accept');
    const next = stateOf(await begin());
    expect(await answer(next)).toBe('accept');
    expect(await answer(states[1] ?? '')).toBe('accept');
  });

  it('give their end to a client that comes late', async () => {
    const { begin, answer } = openCalls();
    const state = stateOf(await begin());
    expect(await answer(state)).toBe('accept');
    expect(await answer(state)).toBe('accept');
    expect(await answer('id9.1')).toBeUndefined();
  });

  it('are told of an answer of the model that has no text', async () => {
    const { begin, answer } = openCalls(sample);
    const content = { type: 'image', data: '', mimeType: 'image/png' };
    const state = stateOf(await begin());
    const end = await answer(state, { text: { role: 'assistant', model: 'm', content } });
    expect(end).toContain('no text');
  });
});
