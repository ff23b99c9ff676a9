import { isDeepStrictEqual } from 'node:util';
import {
  type ApprovedCall,
  type ConfigFile,
  type HeldCall,
  type HostConfig,
  refuse,
  resolveApprovals,
  type ToolCall,
  type ToolEntry,
} from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../../test/full-run.ts';
import { parseConfig } from '../config/parse-config.ts';
import { ApprovalBinding } from './approval-binding.ts';
import { ApprovalLog } from './approval-log.ts';
import { ApprovalWaiters } from './approval-waiters.ts';
import { Approvals } from './approvals.ts';
import { CallHolds } from './call-holds.ts';
import { MemoryApprovalStore } from './memory-approval-store.ts';

/** The world that an approval is bound to; tests change it under a call. */
const world = {
  now: 1_000_000,
  config: configOf({}),
  entry: entryOf('Sends mail.'),
  code: 'sha256-1',
};

/** Edits of a configuration that could change what becomes of a call of `main` to a tool of `mail`. */
const POLICY_EDITS: { readonly [what: string]: (mark: string) => ConfigFile } = {
  'a rule of all': (mark) => ({ tools: { rules: [{ tools: '*', then: 'ask', reason: mark }] } }),
  'a list of all': (mark) => ({ tools: { deny: [`x${mark}`] } }),
  'a list of the agent': (mark) => ({ agents: { main: { tools: { deny: [`x${mark}`] } } } }),
  'a rule of an agent above': (mark) => ({
    agents: {
      main: { parent: 'top' },
      top: { tools: { rules: [{ tools: '*', then: 'ask', reason: mark }] } },
    },
  }),
  'settings of the extension': (mark) => ({
    extensions: [{ id: 'mail', source: 'x', config: { relay: mark } }],
  }),
  'whose a secret is': (mark) => ({ secrets: { [`KEY${mark}`]: { per: 'user' } } }),
  'a group': (mark) => ({ groups: { grave: [`x${mark}`] } }),
};

function configOf(file: ConfigFile): HostConfig {
  const parsed = parseConfig(JSON.stringify({ agents: { main: {} }, ...file }), {
    fileName: 'mortise.config.json',
  });
  if (parsed.status !== 'ok') throw new Error(JSON.stringify(parsed.diagnostics));
  return parsed.config;
}

function entryOf(description: string): ToolEntry {
  const origin = { kind: 'extension', id: 'mail' } as const;
  const schema = { type: 'object' };
  return { name: 'send', description, schema, origin, aliases: [], isOptional: false };
}

let numbers = 0;
function nextNumber(): number {
  numbers += 1;
  return numbers;
}

let store: MemoryApprovalStore;
let approvals: Approvals;
let holds: CallHolds;

beforeAll(() => {
  const now = () => world.now;
  const logger = SILENT_LOGGER;
  store = new MemoryApprovalStore();
  const waiters = new ApprovalWaiters(store, logger);
  const log = new ApprovalLog({ audit: { record: () => undefined }, now });
  const settings = () => resolveApprovals({ waiting: 500 });
  const shared = { store, waiters, log, logger, settings, now };
  approvals = new Approvals({ ...shared, redactor: () => undefined });
  const binder = new ApprovalBinding({
    config: () => world.config,
    entryOf: () => world.entry,
    codeOf: () => ({ bundle: world.code }),
  });
  const newId = () => `${nextNumber()}`.padStart(20, '0');
  holds = new CallHolds({ ...shared, binder, newId, onWaiting: () => undefined });
});
afterAll(() => store[Symbol.asyncDispose]());

interface Asked {
  readonly args: unknown;
  readonly agentId: string;
  readonly sessionKey: string;
  readonly userId?: string;
  readonly clientId?: string;
}

/** As the pipeline hands it over: it is answered at once if it would have to wait. */
function callOf({ args, clientId = 'client', ...who }: Asked): ToolCall {
  const abortSignal = new AbortController().signal;
  const principal = { id: clientId };
  const context = { ...who, principal, abortSignal, approvalWaitMs: 0, emit: () => undefined };
  const call = { callId: 'c', toolName: 'send', args, entry: world.entry, context };
  return call as unknown as ToolCall;
}

const ask = (asked: Asked) =>
  holds.hold(callOf(asked), { verdict: 'ask', reason: 'mail leaves the house' });

const isApproved = (answer: Awaited<ReturnType<typeof ask>>): answer is ApprovedCall =>
  'claim' in answer;

/** Whether the tool would run, and the approval be used up. */
async function runs(asked: Asked): Promise<boolean> {
  const answer = await ask(asked);
  return isApproved(answer) && (await answer.claim()) === undefined;
}

async function approve(asked: Asked): Promise<HeldCall> {
  const answer = await ask(asked);
  const id = 'approvalId' in answer ? (answer.approvalId ?? '') : '';
  await approvals.decide(id, { verdict: 'approved' });
  const held = await store.read(id);
  if (held === undefined) throw new Error('It is not kept.');
  return held;
}

const word = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    'é',
    'e\u0301',
    'Å',
    'A\u030a',
    '\u212b',
    'ſ',
    's',
    '\ufeff',
    'a\u200bb',
    '__proto__',
    '0',
    '-0',
  ),
);
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));
// What a tool gets has been through JSON.
const args = fc
  .dictionary(word, fc.oneof(word, json, fc.integer()), { minKeys: 1, maxKeys: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)));

/** What may be different when the call comes again. Each answers the call that is asked then. */
const CHANGES = {
  args: (asked: Asked, other: unknown) => ({ ...asked, args: other }),
  'one argument': (asked: Asked, other: unknown) => ({
    ...asked,
    args: { ...(asked.args as object), extra: other },
  }),
  'unicode form': (asked: Asked) => ({ ...asked, args: renormalised(asked.args) }),
  session: (asked: Asked) => ({ ...asked, sessionKey: `${asked.sessionKey}2` }),
  user: (asked: Asked) => ({ ...asked, userId: `${asked.userId ?? ''}x` }),
  agent: (asked: Asked) => ({ ...asked, agentId: 'other' }),
  client: (asked: Asked) => ({ ...asked, clientId: 'another' }),
  tool: (asked: Asked) => {
    world.entry = entryOf(`Sends mail ${nextNumber()}.`);
    return asked;
  },
  code: (asked: Asked) => {
    world.code = `sha256-${nextNumber()}`;
    return asked;
  },
  policy: (asked: Asked) => {
    const edits = Object.values(POLICY_EDITS);
    world.config = configOf(edits[nextNumber() % edits.length]?.(String(nextNumber())) ?? {});
    return asked;
  },
  time: (asked: Asked) => {
    world.now += 10 * 60_000;
    return asked;
  },
} as const;

function renormalised(value: unknown): unknown {
  const text = JSON.stringify(value);
  const composed = text.normalize('NFC');
  return JSON.parse(composed === text ? text.normalize('NFD') : composed);
}

/** The same value with its keys the other way round. */
function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

const RUNS = isFullRun() ? 10_000 : 400;

describe('an approved call that comes back changed (T-4)', () => {
  it(`never runs: ${RUNS} random changes of arguments, tool, code, policy, session, user, agent, client and time`, async () => {
    const counts = { changed: 0, same: 0, unapproved: 0 };
    let session = 0;
    const kinds = fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]));
    await fc.assert(
      fc.asyncProperty(args, args, kinds, async (first, second, kind) => {
        session += 1;
        if (session % 200 === 0)
          await store.prune({ endedBefore: Number.POSITIVE_INFINITY, dryRun: false });
        const asked = { args: first, agentId: 'main', sessionKey: `s${session}`, userId: 'ana' };
        await approve(asked);
        const before = JSON.stringify([world.config, world.entry, world.code, world.now]);
        const later = CHANGES[kind](asked, second);
        const isSame =
          before === JSON.stringify([world.config, world.entry, world.code, world.now]) &&
          isDeepStrictEqual(asked, later);
        const ran = await runs(later);
        counts[isSame ? 'same' : 'changed'] += 1;
        if (ran && !isSame) counts.unapproved += 1;
        // Equal but for the order of keys is the same call, and an approval is for one.
        if (!isSame && kind === 'args') {
          expect(await runs({ ...asked, args: reversed(first) })).toBe(true);
          expect(await runs(asked)).toBe(false);
        }
      }),
      { numRuns: RUNS },
    );
    expect(counts.unapproved).toBe(0);
    expect(counts.changed).toBeGreaterThan(RUNS / 2);
  }, 600_000);
});

describe('an approval', () => {
  const asked = { args: { to: 'ana' }, agentId: 'main', sessionKey: 'once' };

  it('lets one of many equal calls run (T-4)', async () => {
    await approve(asked);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(asked)));
    const claims = await Promise.all(
      answers.filter(isApproved).map(async (each) => (await each.claim()) === undefined),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await runs(asked)).toBe(false);
  });

  it('cannot be used once it was taken back, and says no without asking again (T-4)', async () => {
    const other = { ...asked, sessionKey: 'back' };
    const { id } = await approve(other);
    const early = await ask(other);
    await approvals.decide(id, { verdict: 'denied', reason: 'on second thought' });
    expect(isApproved(early) && (await early.claim())).toMatchObject({ code: 'approval_stale' });
    expect(await ask(other)).toMatchObject({
      code: 'approval_denied',
      message: expect.stringContaining('on second thought'),
    });
    await expect(approvals.decide(id, { verdict: 'approved' })).rejects.toThrow(/it is denied/);
  });

  it('is not usable if its record was edited (T-4)', async () => {
    const edited = { ...asked, sessionKey: 'edited' };
    const held = await approve(edited);
    const later = held.expiresAt + 1_000_000;
    await store.replace({ ...held, expiresAt: later, version: held.version + 1 });
    const answer = await ask(edited);
    expect(isApproved(answer) && (await answer.claim())).toMatchObject({ code: 'approval_stale' });
  });

  it('says how the call ended, and that its effects are unknown until then (T-4)', async () => {
    const call = { ...asked, sessionKey: 'ended' };
    const { id } = await approve(call);
    const answer = await ask(call);
    if (!isApproved(answer)) throw new Error('It was not approved.');
    await answer.claim();
    expect(await store.read(id)).toMatchObject({ state: 'used', use: { effects: 'unknown' } });
    answer.ended({ status: 'ok', content: [] });
    await expect.poll(async () => (await store.read(id))?.state).toBe('ended');
    expect(await store.read(id)).toMatchObject({ use: { effects: 'done', outcome: 'ok' } });
    expect(refuse('approval_stale', '').status).toBe('refused');
  });
});
