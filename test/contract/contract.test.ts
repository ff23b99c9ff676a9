import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../docs/contract/rule.ts';
import { RULES, SECTIONS } from '../../docs/contract/rules.ts';
import { checkCitations } from './check-citations.ts';
import { citationsOfDocuments, citationsOfSources, citationsOfTests } from './cited-files.ts';
import { contractPage, fillIn } from './contract-page.ts';

const PAGE = join(import.meta.dirname, '../../docs/contract.md');
/** Sources stand by themselves; a link to a rule is for the few places where the order is the rule. */
const MOST_CITATIONS_IN_SOURCES = 12;

describe('the contract', () => {
  it('gives each id to one rule', () => {
    const ids = Object.values(SECTIONS).flatMap((section) => Object.keys(section));
    expect(ids.length).toBe(new Set(ids).size);
    expect(ids.length).toBe(RULES.size);
  });

  it('has a page that is made from it (else run `pnpm docs:contract`)', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(contractPage());
  });

  it('links from rule to rule only where there is one', () => {
    const links = [...contractPage().matchAll(/\(#([a-z]-\d+b?)\)/g)].map(([, anchor]) => anchor);
    const anchors = new Set([...RULES.keys()].map((id) => id.toLowerCase()));
    expect(links.filter((anchor) => !anchors.has(anchor ?? ''))).toEqual([]);
  });
});

describe('the tests of this repository', () => {
  it('cite rules that exist, and prove every rule that is not planned', () => {
    expect(checkCitations(RULES, citationsOfTests())).toEqual([]);
  });
});

describe('the documents', () => {
  it('link to rules that exist', () => {
    const links = citationsOfDocuments();
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ id }) => !RULES.has(id))).toEqual([]);
  });
});

describe('the sources', () => {
  const citations = citationsOfSources();
  const placesOf = (some: typeof citations) =>
    some.map(({ file, line, id }) => `${file}:${line} ${id}`);

  it('cite rules that exist', () => {
    expect(placesOf(citations.filter(({ id }) => !RULES.has(id)))).toEqual([]);
  });

  it('cite rules as links to docs/contract.md', () => {
    expect(placesOf(citations.filter(({ kind }) => kind === 'comment'))).toEqual([]);
  });

  it('cite rules rarely', () => {
    const places = placesOf(citations);
    expect(places.length, places.join('\n')).toBeLessThanOrEqual(MOST_CITATIONS_IN_SOURCES);
  });
});

describe('checkCitations', () => {
  const text = { title: 'a rule', from: 'Mortise', says: ['It holds.'] } as const;
  const citing = (id: string, kind: 'title' | 'comment' = 'title') => [
    { id, line: 3, kind, file: 'a.test.ts' },
  ];
  const rule = (status: 'built' | 'planned'): ReadonlyMap<string, Rule> =>
    new Map([['E-1', { ...text, status }]]);
  const partly = new Map<string, Rule>([['E-1', { ...text, status: 'partly', missing: 'half' }]]);

  it.each([
    { when: 'a built rule is cited', rules: rule('built'), cited: citing('E-1'), says: [] },
    { when: 'a planned rule is not', rules: rule('planned'), cited: [], says: [] },
    { when: 'a partly built rule is cited', rules: partly, cited: citing('E-1'), says: [] },
    {
      when: 'a test cites what is no rule',
      rules: rule('planned'),
      cited: citing('E-99'),
      says: ['a.test.ts:3 cites E-99, which is no rule of docs/contract.md'],
    },
    {
      when: 'a built rule has no test',
      rules: rule('built'),
      cited: [],
      says: ['E-1 is marked built, but the title of no test cites it'],
    },
    {
      when: 'only a comment cites it',
      rules: rule('built'),
      cited: citing('E-1', 'comment'),
      says: ['E-1 is marked built, but the title of no test cites it'],
    },
    {
      when: 'a planned rule has a test',
      rules: rule('planned'),
      cited: citing('E-1'),
      says: ['E-1 is cited by a test and marked planned: mark it built or partly'],
    },
  ])('says $says when $when', ({ rules, cited, says }) => {
    expect(checkCitations(rules, cited)).toEqual(says);
  });
});

describe('fillIn', () => {
  it('puts parts in their places', () => {
    expect(fillIn('a\n{{b}}\nc', new Map([['b', 'B $& B']]))).toBe('a\nB $& B\nc');
  });

  it.each([
    { what: 'a place without a part', template: '{{b}}\n{{c}}', then: 'place for "c"' },
    { what: 'a part without a place', template: 'a', then: 'no place for b' },
  ])('throws for $what', ({ template, then }) => {
    expect(() => fillIn(template, new Map([['b', 'B']]))).toThrow(then);
  });
});
