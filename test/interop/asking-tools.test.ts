import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASKING_SOURCE } from './asking-extension.ts';
import { connectHttp, type Revision } from './connect-client.ts';

let host: Host;
let gateway: Gateway;
const clients: Client[] = [];

beforeAll(async () => {
  host = await createHost({
    config: { agents: { main: {} } },
    extensions: [
      { id: 'asking', source: ASKING_SOURCE, grants: { elicitation: {}, sampling: {} } },
    ],
  });
  gateway = await startGateway(host, { port: 0, token: 't'.repeat(43) });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway.close();
  await host.close({ drainMs: 0 });
});

interface Person {
  /** What the user answers, one after the other, the last again and again. */
  readonly says?: readonly object[];
  readonly writes?: string;
  readonly onAsked?: () => Promise<unknown>;
}

/** A client with a user and a model, as far as they are given; what they were asked is in the lists. */
async function connect(revision: Revision, { says, writes, onAsked }: Person) {
  const asked: string[] = [];
  const prompts: object[] = [];
  const capabilities = {
    ...(says === undefined ? {} : { elicitation: { form: {} } }),
    ...(writes === undefined ? {} : { sampling: {} }),
  };
  const client = await connectHttp(gateway, { revision, client: { capabilities } });
  clients.push(client);
  if (says !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      await onAsked?.();
      return (says[asked.length - 1] ?? says.at(-1)) as never;
    });
  if (writes !== undefined)
    client.setRequestHandler('sampling/createMessage', async ({ params }) => {
      prompts.push(params);
      return { role: 'assistant', content: { type: 'text', text: writes }, model: 'm1' } as never;
    });
  const call = async (name: string) => {
    const { content, isError } = await client.callTool({ name, arguments: {} });
    return [isError === true, (content as { text: string }[]).map(({ text }) => text).join('')];
  };
  return { client, asked, prompts, call };
}

const accept = (name: string) => ({ action: 'accept', content: { name } });

describe.each(['2025-11-25', '2026-07-28'] as const)('a tool and a client of %s', (revision) => {
  it.each([
    { says: accept('Ana'), then: [false, 'accept Ana'] },
    { says: { action: 'decline' }, then: [false, 'decline -'] },
    { says: { action: 'cancel' }, then: [false, 'cancel -'] },
  ])('asks its user: $then (F-9, E-10)', async ({ says, then }) => {
    const { asked, call } = await connect(revision, { says: [says] });
    expect(await call('greet')).toEqual(then);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('The tool greet of the extension asking asks:');
    expect(asked[0]).toContain('What is your name?\\u{202e}');
  });

  it('is told what is wrong with arguments that are too deep (E-14)', async () => {
    const { client } = await connect(revision, { says: [accept('Ana')] });
    const deep: unknown = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`);
    const { isError, content } = await client.callTool({ name: 'greet', arguments: { deep } });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('input_invalid');
  });

  it('waits for a person longer than the tool may take (E-6)', async () => {
    const longer = () => new Promise((resolve) => setTimeout(resolve, 2_500));
    const { call } = await connect(revision, { says: [accept('Ana')], onAsked: longer });
    expect(await call('greet')).toEqual([false, 'accept Ana']);
  });

  it('runs once however often it asks (F-9)', async () => {
    const { call } = await connect(revision, { says: [accept('Ana'), accept('Bob')] });
    const before = Number((await call('count'))[1]);
    expect(await call('survey')).toEqual([false, 'Ana Bob']);
    expect(Number((await call('count'))[1])).toBe(before + 1);
  });

  it('asks the user and the model at once', async () => {
    const { call, prompts } = await connect(revision, { says: [accept('Ana')], writes: 'a poem' });
    expect(await call('both')).toEqual([false, 'Ana a poem']);
    expect(prompts[0]).toMatchObject({
      maxTokens: 50,
      systemPrompt: 'This request comes from the tool both of the extension asking.',
    });
  });

  it('has the model write, within the tokens that are granted', async () => {
    const { call, prompts } = await connect(revision, { writes: 'a poem' });
    expect(await call('write')).toEqual([false, 'm1: a poem']);
    const [isError, text] = await call('greedy');
    expect([isError, text]).toEqual([true, expect.stringContaining('At most 1000 tokens')]);
    expect(prompts).toHaveLength(1);
  });

  it('is refused an answer that does not fit, a form for secrets, and questions without end', async () => {
    const { call, asked } = await connect(revision, { says: [accept('A'), accept('Ana')] });
    expect((await call('greet'))[1]).toContain('does not fit the form: name');
    expect((await call('password'))[1]).toContain('capability secrets');
    expect(asked).toHaveLength(1);
    expect((await call('nag'))[1]).toContain('One call may ask 4 times');
    expect(asked).toHaveLength(5);
  });
});

describe('a client that has neither user nor model', () => {
  it('of 2025-11-25 reads in the result what it lacks', async () => {
    const { call } = await connect('2025-11-25', {});
    expect(await call('greet')).toEqual([
      true,
      expect.stringContaining('no user that can be asked'),
    ]);
    expect(await call('write')).toEqual([true, expect.stringContaining('no model that can be')]);
  });

  it('of 2026-07-28 gets the error of its revision', async () => {
    const { client } = await connect('2026-07-28', {});
    await expect(client.callTool({ name: 'write', arguments: {} })).rejects.toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { sampling: {} } },
    });
  });
});

describe('a call that asks, of which the client', () => {
  it('of 2025-11-25 cancels it, ends', async () => {
    const cancel = new AbortController();
    const asked = Promise.withResolvers<void>();
    const { client } = await connect('2025-11-25', {
      says: [accept('Ana')],
      onAsked: () => {
        asked.resolve();
        return new Promise(() => undefined);
      },
    });
    const ended = new Promise<string>((resolve) => {
      const stop = host.on('callFinished', ({ toolName, outcome }) => {
        if (toolName !== 'greet' || outcome.status !== 'failed') return;
        stop();
        resolve(`${outcome.code} ${outcome.effects}`);
      });
    });
    const call = client.callTool({ name: 'greet', arguments: {} }, { signal: cancel.signal });
    await asked.promise;
    cancel.abort();
    await expect(call).rejects.toThrow();
    expect(await ended).toBe('aborted unknown');
  });

  it('of 2026-07-28 brings a state that is not known here, does not run again (effects)', async () => {
    const { client, call } = await connect('2026-07-28', { says: [accept('Ana')] });
    const before = (await call('count'))[1];
    const params = { name: 'greet', arguments: {}, requestState: 'gone.1', inputResponses: {} };
    await expect(client.callTool(params as never)).rejects.toMatchObject({
      code: -32_602,
      data: { effects: 'unknown' },
    });
    expect((await call('count'))[1]).toBe(before);
  });
});
