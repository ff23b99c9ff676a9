import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp, type Revision } from './connect-client.ts';

const ASK = { tools: ['send'], then: 'ask' as const, reason: 'mail leaves the house' };
const CONFIG = {
  agents: { main: {}, eliciting: {} },
  tools: { rules: [ASK] },
  approvals: { elicit: ['eliciting'], clientWait: '2s' },
};
const sent: unknown[] = [];
let host: Host;
let gateway: Gateway;
const clients: Client[] = [];

beforeAll(async () => {
  host = await createHost({
    config: CONFIG,
    tools: [
      {
        name: 'send',
        description: 'Sends mail.',
        schema: { type: 'object' },
        execute: (args) => {
          sent.push(args);
          return { ok: true, value: 'sent' };
        },
      },
    ],
  });
  gateway = await startGateway(host, { port: 0, token: 't'.repeat(43) });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway.close();
  await host.close({ drainMs: 0 });
});

type Answer = { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: object };

/** A client whose user answers like this, if it is asked; what it was asked is in the list. */
async function connect(revision: Revision, agentId: string, answer?: Answer) {
  const asked: string[] = [];
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
  const client = await connectHttp(gateway, { revision, agentId, client: { capabilities } });
  clients.push(client);
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return answer as never;
    });
  }
  return { client, asked };
}

/** The hold of this call, once it waits. */
async function holdOf(args: object): Promise<string> {
  const find = async () =>
    (await host.approvals.waiting()).approvals.find((each) => each.args === JSON.stringify(args));
  await expect.poll(async () => (await find())?.state, { timeout: 20_000 }).toBe('waiting');
  return (await find())?.id ?? '';
}

const api = async (path: string, body?: object) => {
  const answer = await fetch(`${gateway.url}${path}`, {
    headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
};

let count = 0;
const newArgs = (to: string) => {
  count += 1;
  // In the order that canonical JSON has them.
  return { count, to };
};
const ran = (args: object) =>
  sent.filter((each) => JSON.stringify(each) === JSON.stringify(args)).length;

describe.each(['2025-11-25', '2026-07-28'] as const)('an MCP client of revision %s', (revision) => {
  it('waits, is told so, and gets the result once a person approves over HTTP (T-4)', async () => {
    const { client } = await connect(revision, 'main');
    const args = newArgs('ana');
    const notes: string[] = [];
    const onprogress = ({ message = '' }) => void notes.push(message);
    const result = client.callTool({ name: 'send', arguments: args }, { onprogress });
    const id = await holdOf(args);
    const seen = await api(`/api/approvals/${id}`);
    expect(seen.body).toMatchObject({ args: JSON.stringify(args), tool: 'send', agent: 'main' });
    const { hash } = seen.body as { hash: string };
    expect((await api(`/api/approvals/${id}/approve`, { hash: 'sha256-0' })).status).toBe(409);
    expect((await api(`/api/approvals/${id}/approve`, { hash })).status).toBe(200);
    expect(await result).toMatchObject({ content: [{ type: 'text', text: 'sent' }] });
    expect(notes.join(' ')).toContain(id);
    expect(ran(args)).toBe(1);
  });

  it('is refused when a person denies it (T-4)', async () => {
    const { client } = await connect(revision, 'main');
    const args = newArgs('bob');
    const result = client.callTool(
      { name: 'send', arguments: args },
      { onprogress: () => undefined },
    );
    await api(`/api/approvals/${await holdOf(args)}/deny`, { reason: 'not today' });
    expect(await result).toMatchObject({ isError: true });
    expect(JSON.stringify(await result)).toContain('not today');
    expect(ran(args)).toBe(0);
  });

  it('that asked for no progress is told what it waits for, and runs it when it calls again (T-4)', async () => {
    const { client } = await connect(revision, 'main');
    const args = newArgs('eve');
    const first = await client.callTool({ name: 'send', arguments: args });
    const id = await holdOf(args);
    expect(JSON.stringify(first)).toContain(`waits for approval ${id}`);
    await host.approvals.decide(id, { verdict: 'approved' });
    expect(await client.callTool({ name: 'send', arguments: args })).toMatchObject({
      content: [{ type: 'text', text: 'sent' }],
    });
    expect(ran(args)).toBe(1);
  });

  it.each([
    { answer: { action: 'accept', content: { approve: true } }, runs: 1 },
    { answer: { action: 'accept', content: { approve: false } }, runs: 0 },
    { answer: { action: 'decline' }, runs: 0 },
    { answer: { action: 'cancel' }, runs: 0 },
  ] as const)(
    'asks its user if the operator lets it: $answer → $runs (T-4)',
    async ({ answer, runs }) => {
      const { client, asked } = await connect(revision, 'eliciting', answer);
      const args = newArgs('user');
      const result = await client.callTool({ name: 'send', arguments: args });
      expect(asked).toHaveLength(1);
      expect(asked[0]).toContain(JSON.stringify(args));
      expect(asked[0]).toContain('mail leaves the house');
      expect([ran(args), result.isError === true]).toEqual([runs, runs === 0]);
    },
  );

  it('does not ask its user if the operator did not say so, whatever it can (T-4)', async () => {
    const yes = { action: 'accept', content: { approve: true } } as const;
    const { client, asked } = await connect(revision, 'main', yes);
    const args = newArgs('self');
    const result = await client.callTool({ name: 'send', arguments: args });
    expect([asked, result.isError, ran(args)]).toEqual([[], true, 0]);
  });
});

describe('calls on hold over HTTP (T-4)', () => {
  it('are told of as soon as they change, to who waits for it', async () => {
    const { body } = await api('/api/approvals?state=all&limit=500');
    const { mark } = body as { mark: number };
    const told = api(`/api/approvals?after=${mark}&wait=30`);
    const args = newArgs('poll');
    const session = host.agent('main').session('poll');
    await session.execute([{ id: '1', name: 'send', args }], { approvalWaitMs: 0 });
    expect((await told).body).toMatchObject({ approvals: [{ args: JSON.stringify(args) }] });
  });

  it('are not there for a token of another agent, and decided by no token without the role', async () => {
    const args = newArgs('role');
    await host
      .agent('main')
      .session('role')
      .execute([{ id: '1', name: 'send', args }], { approvalWaitMs: 0 });
    const id = await holdOf(args);
    const ask = async (roles: readonly ('call' | 'approve')[], agent: string) => {
      const { token } = await host.tokens.create({ agents: [agent], roles });
      const answer = await fetch(`${gateway.url}/api/approvals/${id}/approve`, {
        ...{ method: 'POST', body: '{}' },
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
      return answer.status;
    };
    expect(await ask(['call'], 'main')).toBe(403);
    expect(await ask(['approve'], 'eliciting')).toBe(404);
    expect(await ask(['approve'], 'main')).toBe(200);
  });
});
