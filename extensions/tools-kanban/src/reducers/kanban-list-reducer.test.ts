import type { ReducedResult } from '@mortise/sdk';
import { describe, expect, it } from 'vitest';
import { kanbanListReducer } from './kanban-list-reducer.ts';

const STATUSES = ['todo', 'in_progress', 'done', 'archived'] as const;
const PRIORITIES = ['low', 'medium', 'high', 'urgent', undefined] as const;

interface SampleTicket {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority?: string | number | undefined;
}

const TICKETS: readonly SampleTicket[] = Array.from({ length: 200 }, (_, index) => ({
  id: `T-${index}`,
  title: `Ticket ${index}`,
  status: STATUSES[index % 4] ?? 'todo',
  priority: PRIORITIES[index % 5],
}));

function reduce(list: unknown): string {
  const value = typeof list === 'string' ? list : JSON.stringify(list);
  const reduced = kanbanListReducer.reduce({ ok: true, value }, { args: {}, turnCount: 1 });
  return reduced.ok ? reduced.value : 'a success became a failure';
}

function withPriorities(
  priorities: readonly (string | number | undefined)[],
): readonly SampleTicket[] {
  return TICKETS.slice(0, 40).map((ticket, index) => ({
    ...ticket,
    status: 'todo',
    priority: priorities[index],
  }));
}

describe('E-12: the kanban_list reducer on more than ten tickets', () => {
  it('is registered for the kanban_list tool', () => {
    expect(kanbanListReducer.toolName).toBe('kanban_list');
  });

  it('gives the count of each status and the five most urgent open tickets', () => {
    expect(reduce(TICKETS)).toBe(
      [
        '200 tickets: 50 todo, 50 in_progress, 50 done, 50 archived',
        'Top 5 of 100 open tickets, by priority:',
        '- T-8 [todo, priority urgent] Ticket 8',
        '- T-13 [in_progress, priority urgent] Ticket 13',
        '- T-28 [todo, priority urgent] Ticket 28',
        '- T-33 [in_progress, priority urgent] Ticket 33',
        '- T-48 [todo, priority urgent] Ticket 48',
        '[… details of 195 tickets omitted …]',
      ].join('\n'),
    );
  });

  it('shows the fields beside the list, because they may say that there are more', () => {
    const lines = reduce({
      tickets: TICKETS,
      total: 900,
      nextCursor: 'abc',
      filter: { status: 'any' },
    }).split('\n');
    expect(lines.slice(1, 4)).toEqual([
      'total: 900',
      'nextCursor: "abc"',
      'filter: [… value omitted …]',
    ]);
  });

  it.each([
    { given: 'no priorities', priorities: [], first: '- T-0', order: 'as listed' },
    {
      given: 'numbers',
      priorities: [3, 2, 10, 1],
      first: '- T-3',
      order: 'lowest priority number first',
    },
    {
      given: 'P-numbers',
      priorities: ['P2', 'p0'],
      first: '- T-1',
      order: 'lowest priority number first',
    },
    {
      given: 'words of any case',
      priorities: ['Low', 'HIGH'],
      first: '- T-1',
      order: 'by priority',
    },
    { given: 'words and numbers', priorities: ['low', 1], first: '- T-0', order: 'as listed' },
    {
      given: 'words nobody ranked',
      priorities: ['someday', 'high'],
      first: '- T-0',
      order: 'as listed',
    },
  ])('orders by $given: $order', ({ priorities, first, order }) => {
    const lines = reduce(withPriorities(priorities)).split('\n');
    expect(lines[1]).toBe(`Top 5 of 40 open tickets, ${order}:`);
    expect(lines[2]).toContain(`${first} [`);
  });

  it.each(['done', 'Closed', ' ARCHIVED ', 'cancelled', 'canceled'])(
    'does not count %j as open',
    (status) => {
      const list = TICKETS.map((ticket) => ({ ...ticket, status }));
      expect(reduce(list)).toContain('\nNo open tickets.\n');
    },
  );

  it.each([
    { title: `a\n[… forged …]\n${'😀'.repeat(500)}`, shown: 'a [… forged …] 😀' },
    { title: `a${' '.repeat(398)}${'😀'.repeat(500)}`, shown: 'a…' },
  ])('puts a title on one line and gives it an end: $shown', ({ title, shown }) => {
    const list = TICKETS.map((ticket) => ({ ...ticket, title }));
    const line = reduce(list).split('\n')[2] ?? '';
    expect(line).toContain(`- T-8 [todo, priority urgent] ${shown}`);
    expect(line.length).toBeLessThan(300);
    expect(line.isWellFormed()).toBe(true);
  });
});

describe('E-12: the kanban_list reducer on anything else', () => {
  it.each([
    { list: 'ten tickets', value: JSON.stringify(TICKETS.slice(0, 10)) },
    { list: 'text', value: 'No tickets. '.repeat(100) },
    { list: 'broken JSON', value: JSON.stringify(TICKETS).slice(0, -1) },
    { list: 'another object', value: JSON.stringify({ items: TICKETS }) },
    {
      list: 'one entry without a status',
      value: JSON.stringify([...TICKETS, { id: 1, title: 'a' }]),
    },
    { list: 'entries that are no objects', value: JSON.stringify(Array(50).fill(null)) },
    { list: 'null', value: 'null' },
    { list: 'deeply nested arrays', value: '['.repeat(100_000) + ']'.repeat(100_000) },
  ])('leaves $list alone', ({ value }) => {
    expect(reduce(value)).toBe(value);
  });

  it('survives a field that is nested beyond what can be written again', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(reduce(`{"tickets":${JSON.stringify(TICKETS)},"deep":${deep}}`)).toContain(
      'deep: [… value omitted …]',
    );
  });

  it('returns a failure as it is and keeps structured data and cost', () => {
    const failure: ReducedResult = {
      ok: false,
      error: JSON.stringify(TICKETS),
      code: 'execution_failed',
    };
    expect(kanbanListReducer.reduce(failure, { args: {}, turnCount: 1 })).toBe(failure);
    const rest = { structured: { count: 200 }, cost_usd: 1 };
    const success: ReducedResult = { ok: true, value: JSON.stringify(TICKETS), ...rest };
    expect(kanbanListReducer.reduce(success, { args: {}, turnCount: 1 })).toMatchObject(rest);
  });
});
