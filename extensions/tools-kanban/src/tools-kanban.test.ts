import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToolHost, type ToolHost } from '@mortise/extension-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FOLDER = mkdtempSync(join(tmpdir(), 'mortise-kanban-'));
const STATUSES = ['todo', 'in_progress', 'done', 'blocked'];
const PRIORITIES = ['low', 'medium', 'high'];
const options = {
  extension: 'tools-kanban',
  grants: { storage: { quotaBytes: 1_000_000 } },
  state: join(FOLDER, 'state.db'),
  agents: ['main', 'other'],
};
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('the kanban tools in a host (E-12)', () => {
  let tools: ToolHost;
  beforeAll(async () => {
    tools = await openToolHost(options);
    const calls = Array.from({ length: 200 }, (_, index) => ({
      name: 'kanban_add',
      args: {
        title: `Ticket ${index}`,
        status: STATUSES[index % 4],
        priority: index === 151 ? 'urgent' : PRIORITIES[index % 3],
        description: `Description of ${index}`,
      },
    }));
    for (let first = 0; first < 200; first += 20) {
      const results = await tools.callAll(calls.slice(first, first + 20));
      expect(results.filter(({ ok }) => !ok)).toEqual([]);
    }
  }, 60_000);
  afterAll(() => tools.host.close());

  async function ask(name: string, args: object, agent?: string): Promise<string> {
    const result = await tools.call(name, args, agent);
    if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
    return result.text;
  }

  it('sums up 200 tickets that were added side by side, the most urgent first', async () => {
    const lines = (await ask('kanban_list', {})).split('\n');
    expect(lines[0]).toMatch(/^200 tickets: /);
    for (const status of STATUSES) expect(lines[0]).toContain(`50 ${status}`);
    expect(lines[1]).toBe('Top 5 of 150 open tickets, by priority:');
    expect(lines[2]).toMatch(/^- T-\d+ \[blocked, priority urgent\] Ticket 151$/);
    expect(lines.at(-1)).toBe('[… details of 195 tickets omitted …]');
  });

  it('gives ten or fewer as they are, and says how many match', async () => {
    const list = JSON.parse(await ask('kanban_list', { status: 'blocked', limit: 10, offset: 40 }));
    expect(list).toMatchObject({ matching: 50 });
    expect(list.tickets).toHaveLength(10);
    expect(list.next_offset).toBeUndefined();
  });

  it('says in the summary that there is more than it counted', async () => {
    const text = await ask('kanban_list', { limit: 50 });
    expect(text).toContain('50 tickets: ');
    expect(text).toContain('matching: 200');
    expect(text).toContain('next_offset: 50');
  });

  it('moves a ticket and shows it with its description', async () => {
    const moved = JSON.parse(
      await ask('kanban_move', { id: 'T-7', status: 'review', priority: 'low' }),
    );
    expect(moved).toMatchObject({ id: 'T-7', status: 'review', priority: 'low' });
    const shown = JSON.parse(await ask('kanban_show', { id: 'T-7' }));
    expect(shown).toMatchObject({ status: 'review', title: moved.title });
    expect(shown.description).toMatch(/^Description of \d+$/);
  });

  it('keeps the boards of agents apart (M-8)', async () => {
    expect(JSON.parse(await ask('kanban_list', {}, 'other'))).toEqual({ tickets: [] });
  });

  it.each([
    { name: 'kanban_show', args: { id: 'T-999' }, code: 'execution_failed', says: 'no T-999' },
    {
      name: 'kanban_move',
      args: { id: 'T-999', status: 'done' },
      code: 'execution_failed',
      says: 'kanban_list',
    },
    {
      name: 'kanban_move',
      args: { id: 'T-1', status: 'gone' },
      code: 'input_invalid',
      says: '/status',
    },
    { name: 'kanban_add', args: { title: ' ' }, code: 'execution_failed', says: 'blank' },
    { name: 'kanban_add', args: { title: 'a', id: 'T-1' }, code: 'input_invalid', says: '' },
  ])('$name answers $args with $code', async ({ name, args, code, says }) => {
    const result = await tools.call(name, args);
    expect(result).toMatchObject({ ok: false, code, message: expect.stringContaining(says) });
  });

  it('is there again after a restart of the host', async () => {
    await tools.host.close();
    tools = await openToolHost(options);
    expect(JSON.parse(await ask('kanban_show', { id: 'T-200' }))).toMatchObject({ id: 'T-200' });
    expect(JSON.parse(await ask('kanban_add', { title: 'next' }))).toMatchObject({ id: 'T-201' });
  });
});

describe('the kanban tools without a grant', () => {
  let tools: ToolHost;
  beforeAll(async () => {
    tools = await openToolHost({ extension: 'tools-kanban' });
  });
  afterAll(() => tools.host.close());

  it.each([
    { name: 'kanban_list', args: {} },
    { name: 'kanban_show', args: { id: 'T-1' } },
    { name: 'kanban_add', args: { title: 'a' } },
    { name: 'kanban_move', args: { id: 'T-1', status: 'done' } },
  ])('$name is denied by name', async ({ name, args }) => {
    expect(await tools.call(name, args)).toMatchObject({
      code: 'capability_denied',
      message: expect.stringContaining('storage is not granted to the extension tools-kanban'),
    });
  });

  it('a full board says so and changes nothing', async () => {
    await using small = await openToolHost({
      extension: 'tools-kanban',
      grants: { storage: { quotaBytes: 200 } },
    });
    const long = { title: 'a', description: 'x'.repeat(500) };
    expect(await small.call('kanban_add', long)).toMatchObject({ code: 'capability_failed' });
    expect(await small.call('kanban_list', {})).toMatchObject({ text: '{"tickets":[]}' });
  });
});
