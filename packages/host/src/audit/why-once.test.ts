import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import { defineTool } from '../assembly/define-tool.ts';
import type { Host } from '../assembly/host.ts';

const send = defineTool({
  ...{ name: 'send', description: 'd', schema: { type: 'object' } as const },
  execute: async () => ({ ok: true, value: 'sent' }) as const,
});

/** More than one page of what `why` looks at. */
const MANY = 60;

let folder: string;
let host: Host;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-why-once-'));
  const config = { agents: { main: {} } };
  host = await createHost({ tools: [send], config, audit: join(folder, 'audit.jsonl') });
});
afterEach(async () => {
  await host.close({ drainMs: 0 });
  rmSync(folder, { recursive: true, force: true });
});

async function ask(session: string, id = 'mine') {
  const calls = [{ id, name: 'send', args: {} }];
  return (await host.agent('main').session(session).execute(calls, { once: true }))[0];
}

describe('why a call that runs once was allowed (T-7)', () => {
  it('is said of the run, however often its client asks for the result again', async () => {
    for (let time = 0; time < MANY; time += 1) expect(await ask('s')).toMatchObject({ ok: true });
    const { record, isRepeated } = await host.audit.why('mine');
    expect(record.detail ?? {}).not.toHaveProperty('dryRun');
    expect([record.sessionKey, isRepeated]).toEqual(['s', false]);
    // Under the id of the host as well.
    const again = await host.audit.why(record.callId ?? '');
    expect(again.record.seq).toBe(record.seq);
  });

  it('says that another client used the same id, however often that one asks', async () => {
    await ask('victim');
    for (let time = 0; time < MANY; time += 1) await ask('other');
    const { record, isRepeated } = await host.audit.why('mine');
    expect([record.sessionKey, isRepeated]).toEqual(['other', true]);
    expect(record.detail ?? {}).not.toHaveProperty('dryRun');
  });
});
