import { describe, expect, it } from 'vitest';
import { findCitations } from './find-citations.ts';

const idsOf = (text: string) => findCitations(text).map(({ id }) => id);

describe('findCitations', () => {
  it.each([
    ["describe('a batch of calls (E-2)', () => {", ['E-2']],
    ["it('trims (E-4, E-5)', () => {", ['E-4', 'E-5']],
    ["describe('files (S-6), %s', () => {", ['S-6']],
    ["describe('what it names (F-3, phase 3)', () => {", ['F-3']],
    ["describe('the page (M-1 to M-3, J-5)', () => {", ['M-1', 'M-2', 'M-3', 'J-5']],
    ["describe('E-12: what a command is for', () => {", ['E-12']],
    ['  `what a cap covers (E-4b)`', ['E-4b']],
    ['  "from": "a ruling (F-5)"', ['F-5']],
    ['  "title": "F-6: profile names fold case",', ['F-6']],
    ['/** In the order of docs/contract.md#m-7. */', ['M-7']],
    ["it('has a typing slip (E-99)', () => {", ['E-99']],
    ["it('has a family of its own (Q-3)', () => {", ['Q-3']],
  ])('finds in %s the ids %j', (text, ids) => {
    expect(idsOf(text)).toEqual(ids);
  });

  it.each([
    "it('is UTF-8 and not UTF-16', () => {",
    "it('prints ISO-8601 (ISO-8601)', () => {",
    "headers.set('X-1', 'A-1');",
    "'X-1: the value of a header'",
    "expect(board.ticket('T-1051')).toBeUndefined();",
    "'- T-8 [todo, priority urgent] Ticket 8',",
    '"id": "F-04",',
    'const last = list.at(N-1);',
    'the cell (see A-1)',
  ])('finds nothing in %s', (text) => {
    expect(idsOf(text)).toEqual([]);
  });

  it('says where a citation stands and of which kind it is', () => {
    const lines = [
      "it('counts (E-4)', () => {",
      '  // An opt-in list (F-5) widens the profile, by J-1 and not by `M-2`.',
      '  f(); // as told in S-99, in UTF-8, with P-256',
      '/** In the order of docs/contract.md#e-4b. */',
      "it.skip('waits (E-2)', () => {",
      "it.todo('comes (T-3)');",
    ];
    expect(findCitations(lines.join('\n'))).toEqual([
      { id: 'E-4', line: 1, kind: 'title' },
      { id: 'F-5', line: 2, kind: 'comment' },
      { id: 'J-1', line: 2, kind: 'comment' },
      { id: 'S-99', line: 3, kind: 'comment' },
      { id: 'E-4b', line: 4, kind: 'link' },
      { id: 'E-2', line: 5, kind: 'skipped' },
      { id: 'T-3', line: 6, kind: 'skipped' },
    ]);
  });
});
