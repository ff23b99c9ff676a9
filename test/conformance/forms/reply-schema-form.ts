import { printReply, SILENT_LOGGER, type ToolkitReply } from '@mortise/core';
import { MemorySessionStore, SqliteSessionStore } from '@mortise/host';
import type { CaseForm, Mismatch } from '../case-form.ts';
import { compareExactly } from '../compare.ts';
import { CaseHost } from './case-host.ts';
import { toolsNamedIn } from './case-toolkits.ts';

const SENTENCE = /^schema check on all (?<count>\d+) statuses/;

/** A sentence that asks for the shape of every reply there is. */
export const replySchemaForm: CaseForm = {
  name: 'shape of replies',
  accepts: ({ expect }) => typeof expect === 'string' && SENTENCE.test(expect),
  run: async ({ expect }) => {
    const replies = await everyReply();
    const count = Number(SENTENCE.exec(String(expect))?.groups?.['count']);
    return [
      ...compareExactly(
        'number of statuses',
        count,
        new Set(replies.map(({ status }) => status)).size,
      ),
      ...replies.flatMap(checkShape),
    ];
  },
};

const CONFIG = {
  toolkits: {
    x: { tools: ['arxiv'] },
    clash: { tools: [{ shell: { p: 1 } }] },
    first: { tools: ['file'] },
    home: { tools: ['spotify'] },
    other: { tools: ['docker'] },
  },
  agents: {
    a: {
      tools: ['shell'],
      worker_scope: 'user',
      allowed_toolkits: ['x', 'clash', 'first', 'home'],
      initial_toolkits: ['first'],
    },
  },
};

async function everyReply(): Promise<readonly ToolkitReply[]> {
  const tools = toolsNamedIn([CONFIG]);
  const { sessions } = configured(new CaseHost({ tools, store: new MemorySessionStore() }));
  const damaged = new SqliteSessionStore({ path: '/', now: () => 0, logger: SILENT_LOGGER });
  const { sessions: safe } = configured(new CaseHost({ tools, store: damaged }));
  const caller = { agentId: 'a', sessionKey: 's' };
  const replies: ToolkitReply[] = [await sessions.list(caller)];
  for (const name of ['nope', 'other', 'home', 'first', 'clash', 'x']) {
    replies.push(await sessions.load(caller, name));
  }
  replies.push(await sessions.load({ agentId: 'a' }, 'x'), await safe.load(caller, 'x'));
  for (const name of ['nope', 'other', 'first', 'clash', 'x']) {
    replies.push(await sessions.unload(caller, name));
  }
  return replies;
}

function configured(host: CaseHost): CaseHost {
  host.configure(CONFIG);
  return host;
}

function checkShape(reply: ToolkitReply): readonly Mismatch[] {
  const text = printReply(reply);
  const shown: Record<string, unknown> = JSON.parse(text);
  const keys = Object.keys(shown);
  const isList = reply.status === 'ok';
  const needed = [
    'status',
    'tool',
    'loaded_toolkits',
    ...(isList ? ['toolkits'] : ['toolkit', 'message']),
  ];
  const unwanted = isList ? ['toolkit', 'message'] : ['toolkits'];
  const what = `reply ${reply.status}`;
  return [
    ...compareExactly(`${what}: keys in order`, keys.toSorted(), keys),
    ...compareExactly(
      `${what}: missing keys`,
      [],
      needed.filter((key) => !keys.includes(key)),
    ),
    ...compareExactly(
      `${what}: unwanted keys`,
      [],
      unwanted.filter((key) => keys.includes(key)),
    ),
    ...compareExactly(`${what}: tool`, 'dynamic_tools', shown['tool']),
    ...compareExactly(`${what}: loaded is a list`, true, Array.isArray(shown['loaded_toolkits'])),
  ];
}
