import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigFile } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';
import { auditPathsOf } from './audit-paths.ts';
import type { ChainRecord } from './chain-record.ts';
import { PolicyArchive } from './policy-archive.ts';
import { recomputeDecision } from './recompute-decision.ts';

const DECISIONS = process.env['MORTISE_FULL'] === '1' ? 10_000 : 400;
const PER_POLICY = 20;
const NAMES = Array.from({ length: 12 }, (_, at) => `tool_${at}`);
const root = mkdtempSync(join(tmpdir(), 'mortise-why-'));
const log = join(root, 'audit.jsonl');
let host: Host;
beforeAll(async () => {
  host = await createHost({ audit: log, config: { agents: { main: {} } }, tools: NAMES.map(tool) });
});
afterAll(async () => {
  await host.close();
  rmSync(root, { recursive: true });
});

function tool(name: string, at: number) {
  return {
    ...{ name, description: name, schema: { type: 'object' } as const, optional: at % 4 === 0 },
    execute: async () => ({ ok: true, value: name }) as const,
  };
}

function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof createRandom>;

const some = (random: Random, most: number) =>
  Array.from({ length: random(most) }, () =>
    random(5) === 0 ? 'tool_*' : (NAMES[random(NAMES.length)] ?? ''),
  );

function randomConfig(random: Random): ConfigFile {
  const access = () => ({
    ...(random(2) === 0 ? { allow: some(random, 6) } : {}),
    ...(random(2) === 0 ? { deny: some(random, 4) } : {}),
  });
  const rulings = ['allow', 'ask', 'deny'] as const;
  const ruling = () => rulings[random(3)] ?? 'ask';
  const rules = () => ({
    rules: [
      {
        tools: some(random, 3),
        when: { properties: { at: { maximum: random(20) } } },
        then: ruling(),
      },
      {
        tools: ['tool_*'],
        when: { properties: { at: { minimum: 15 + random(5) } } },
        then: ruling(),
      },
    ].filter(({ tools }) => tools.length > 0),
    reversibility: { reversible: ['tool_1*', 'tool_5'], irreversible: some(random, 3) },
    gates: {
      ...(random(2) === 0 ? { unclassified: 'allow' as const } : {}),
      irreversible: random(2) === 0 ? ('ask' as const) : ('deny' as const),
    },
    ...(random(3) === 0
      ? {}
      : { chain: random(2) === 0 ? ('batch' as const) : ('session' as const) }),
  });
  const providers = { openai: access(), 'anthropic/large': access() };
  return {
    audit: { arguments: 'redacted' },
    tools: {
      ...access(),
      ...(random(2) === 0 ? { byProvider: providers } : {}),
      ...(random(2) === 0 ? rules() : {}),
    },
    toolkits: { kit: { description: 'k', tools: some(random, 4) } },
    agents: {
      main: { tools: access() },
      other: { tools: some(random, 6), ...(random(2) === 0 ? { allowed_toolkits: ['kit'] } : {}) },
    },
  };
}

async function allRecords(): Promise<readonly ChainRecord[]> {
  const found: ChainRecord[] = [];
  for (let before: number | undefined; ; ) {
    const query = { action: 'tools.execute', limit: 1_000 };
    const page = await host.audit.search(before === undefined ? query : { ...query, before });
    found.push(...page.records);
    if (page.next === undefined) return found;
    before = page.next;
  }
}

describe('why (T-7)', () => {
  it(`makes ${DECISIONS} decisions again, each as it was`, { timeout: 900_000 }, async () => {
    const random = createRandom(11);
    let accepted = 0;
    const requests = [{}, { provider: 'openai' }, { provider: 'anthropic', model: 'large' }];
    for (let at = 0; at < DECISIONS; at += PER_POLICY) {
      // One that is refused leaves the policy before it in force.
      const { status } = await host.reload(randomConfig(random));
      accepted += status === 'accepted' ? 1 : 0;
      const agent = host.agent(host.agentIds[random(host.agentIds.length)] ?? '');
      const session = agent.session(`s${random(3)}`, requests[random(3)]);
      const calls = Array.from({ length: PER_POLICY }, (_, index) => {
        const name = random(15) === 0 ? 'no_such_tool' : (NAMES[random(NAMES.length)] ?? '');
        return { id: `call-${at + index}`, name, args: { at: index } };
      });
      await session.execute(calls, { approvalWaitMs: 0 });
    }
    expect(accepted).toBeGreaterThan(DECISIONS / PER_POLICY / 3);
    const records = await allRecords();
    expect(records).toHaveLength(DECISIONS);
    expect(new Set(records.map(({ decision }) => decision))).toEqual(
      new Set(['allowed', 'denied']),
    );
    const archive = new PolicyArchive(auditPathsOf(log).policies);
    const made = records.map((record) => recomputeDecision(record, archive));
    expect(made.filter(({ verdict }) => verdict !== 'equal')).toEqual([]);
    const ruled = made.flatMap(({ rule }) => rule ?? []);
    expect(ruled.filter(({ verdict }) => verdict !== 'equal')).toEqual([]);
    expect(new Set(ruled.map(({ recorded }) => recorded))).toEqual(
      new Set(['allow', 'ask', 'deny']),
    );
    expect(ruled.some(({ recomputed }) => recomputed?.chain !== undefined)).toBe(true);
    expect(await host.audit.verify()).toMatchObject({ isIntact: true });
  });

  it('answers for a call by its id, with the steps of then, also after the policy changed', async () => {
    await host.reload({ tools: { deny: ['tool_1'] }, agents: { main: {} } });
    await host
      .agent('main')
      .session('s')
      .execute([{ id: 'asked', name: 'tool_1', args: { a: 1 } }]);
    await host.reload({ agents: { main: {} } });
    const answer = await host.audit.why('asked');
    expect(answer).toMatchObject({
      verdict: 'equal',
      record: { decision: 'denied', agentId: 'main', principalId: 'embedder', state: 'denied' },
      explanation: { tool: 'tool_1', state: 'denied' },
    });
    expect(answer.isRepeated).toBe(false);
    // A caller that uses an id again hides no call behind another.
    const session = host.agent('main').session('s');
    await session.execute([{ id: 'asked', name: 'tool_2', args: {} }]);
    expect(await host.audit.why('asked')).toMatchObject({ verdict: 'equal', isRepeated: true });
    await expect(host.audit.why('never')).rejects.toMatchObject({ code: 'audit_call_unknown' });
  });

  it('says so if the recorded policy was changed or is gone', async () => {
    await host
      .agent('main')
      .session('s')
      .execute([{ id: 'gone', name: 'tool_2', args: {} }]);
    const { record } = await host.audit.why('gone');
    const path = join(auditPathsOf(log).policies, `${record.requestHash}.json`);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('main', 'other'));
    expect(await host.audit.why('gone')).toMatchObject({ verdict: 'policy_gone' });
    writeFileSync(path, text);
    expect(await host.audit.why('gone')).toMatchObject({ verdict: 'equal' });
  });

  it('finds records by call, agent, tool, kind, decision and time, page by page', async () => {
    const page = await host.audit.search({ toolName: 'tool_1', decision: 'denied', limit: 1 });
    expect(page.records).toMatchObject([{ callId: 'asked', argsHash: expect.any(String) }]);
    expect(page.next).toBe(page.records[0]?.seq);
    expect((await host.audit.search({ callId: 'asked', agentId: 'other' })).records).toEqual([]);
    expect((await host.audit.search({ since: Date.now() + 60_000 })).records).toEqual([]);
  });
});

describe('strict mode (T-7)', () => {
  it('runs nothing that it cannot write down before, and goes on when it can again', async () => {
    const folder = join(root, 'strict');
    const path = join(folder, 'audit.jsonl');
    let runs = 0;
    const counted = {
      ...tool('count', 1),
      execute: async () => ({ ok: true, value: String(++runs) }) as const,
    };
    const config = { agents: { main: {} }, audit: { strict: true } };
    await using strict = await createHost({ audit: path, config, tools: [counted] });
    const call = async () =>
      (
        await strict
          .agent('main')
          .session('s')
          .execute([{ id: 'c', name: 'count', args: {} }])
      )[0];
    expect(await call()).toMatchObject({ ok: true });
    expect((await strict.audit.search({ callId: 'c' })).records).toMatchObject([
      { action: 'tools.execute' },
      { action: 'tools.start' },
    ]);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in its place');
    expect(await call()).toMatchObject({ status: 'refused', code: 'audit_required' });
    expect(runs).toBe(1);
    expect(strict.diagnostics().map(({ code }) => code)).toContain('audit_unwritable');
    rmSync(folder);
    mkdirSync(folder);
    chmodSync(folder, 0o700);
    expect(await call()).toMatchObject({ ok: true });
    expect(runs).toBe(2);
  });
});
