import type { JsonValue } from '@mortise/sdk';
import { describe, expect, it } from 'vitest';
import { Board } from './board.ts';
import { TurnTaking } from './turn-taking.ts';

const PARTS = { title: 'a', status: 'todo', priority: 'medium' } as const;

function memoryStorage(values = new Map<string, JsonValue>()) {
  return {
    values,
    get: async (key: string): Promise<JsonValue> => values.get(key) ?? null,
    set: async (key: string, value: JsonValue) => {
      values.set(key, value);
      return null;
    },
  };
}

describe('a board', () => {
  it('numbers tickets on and finds each by its id, over many pages', async () => {
    const board = new Board(memoryStorage());
    for (let index = 0; index < 1_050; index += 1)
      await board.add({ ...PARTS, title: `t${index + 1}` }, '');
    const ids = (await board.tickets()).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 1_050 }, (_, index) => `T-${index + 1}`));
    for (const number of [1, 100, 101, 1_000, 1_001, 1_050]) {
      expect(await board.ticket(`T-${number}`)).toMatchObject({ title: `t${number}` });
    }
    expect(await board.ticket('T-1051')).toBeUndefined();
  });

  it('keeps descriptions apart', async () => {
    const board = new Board(memoryStorage());
    await board.add(PARTS, 'long');
    expect(await board.description('T-1')).toBe('long');
    expect(await board.description('T-2')).toBe('');
  });

  it('does not write over tickets it cannot read', async () => {
    const storage = memoryStorage(
      new Map([['page/0', [{ id: 'T-1', title: 'kept', status: 'odd' }]]]),
    );
    await expect(new Board(storage).add(PARTS, '')).rejects.toThrow('damaged at page/0');
    expect(JSON.stringify(storage.values.get('page/0'))).toContain('kept');
  });

  it('loses nothing when changes come side by side, one of them failing', async () => {
    const [board, turns] = [new Board(memoryStorage()), new TurnTaking()];
    const add = (title: string) => turns.run('main', () => board.add({ ...PARTS, title }, ''));
    const failing = turns.run('main', () => Promise.reject(new Error('full')));
    const added = Promise.all(Array.from({ length: 20 }, (_, index) => add(`t${index}`)));
    await expect(failing).rejects.toThrow('full');
    expect(new Set((await added).map((ticket) => ticket?.id)).size).toBe(20);
    expect(await board.tickets()).toHaveLength(20);
  });
});
