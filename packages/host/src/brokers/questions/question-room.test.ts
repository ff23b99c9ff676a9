import { EMBEDDER } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { QuestionRoom } from './question-room.ts';

const ONCE = { of: 'elicitation', perCall: 1 } as const;

/** How many questions of calls of their own get in. */
function fill(room: QuestionRoom, who: object, extensionId = 'asking') {
  const places: Disposable[] = [];
  try {
    for (;;)
      places.push(room.enter({ signal: new AbortController().signal, extensionId, ...who }, ONCE));
  } catch {
    return places;
  }
}

describe('the room for questions of tools (E-10)', () => {
  it('is not one caller’s alone: half is left to others (T-1)', () => {
    const room = new QuestionRoom();
    const first = fill(room, { principalId: 'token 1' });
    expect(first).toHaveLength(8);
    expect(fill(room, { principalId: 'token 2', userId: 'ana' })).toHaveLength(8);
    expect(fill(room, { principalId: 'token 3', userId: 'bob' })).toHaveLength(0);
    for (const place of first) place[Symbol.dispose]();
    expect(fill(room, { principalId: 'token 4', userId: 'ana' })).toHaveLength(0);
    expect(fill(room, { principalId: 'token 1' })).toHaveLength(8);
  });

  it('is half a caller’s in all extensions together', () => {
    const room = new QuestionRoom();
    const open = (who: object) =>
      Array.from({ length: 20 }, (_, at) => fill(room, who, `e${at}`)).flat().length;
    expect(open({ userId: 'ana' })).toBe(50);
    expect(open({ userId: 'bob' })).toBe(50);
  });

  it('is all the embedder’s, who asks for itself', () => {
    expect(fill(new QuestionRoom(), { principalId: EMBEDDER.id })).toHaveLength(16);
    expect(fill(new QuestionRoom(), {})).toHaveLength(16);
  });

  it('counts what one call asks, by the grant', () => {
    const { signal } = new AbortController();
    const room = new QuestionRoom();
    const ask = (of: 'elicitation' | 'sampling') =>
      room.enter({ signal }, { of, perCall: 4 })[Symbol.dispose]();
    for (let index = 0; index < 4; index += 1) ask('sampling');
    expect(() => ask('sampling')).toThrow('4 times');
    // Each grant has a number of its own.
    for (let index = 0; index < 4; index += 1) ask('elicitation');
    expect(() => ask('elicitation')).toThrow('4 times');
  });
});
