import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { matchesArgument } from './argument-pattern.ts';
import { GrantedRule, judgeArguments } from './argument-rules.ts';
import { CAPABILITIES } from './capability-table.ts';
import { narrowGrants } from './narrow-grants.ts';

const RULE = {
  program: 'git',
  commands: [
    {
      words: ['log'],
      options: ['-n <number>', '--oneline', '--grep=<text>'],
      operands: ['<word>'],
    },
    { words: ['stash', 'list'], maxArguments: 0 },
    { words: ['stash'] },
  ],
};

describe('a pattern for an argument (S-6)', () => {
  it.each([
    { pattern: '--short', fits: ['--short'], not: ['--shor', '--short=1', '', '-s'] },
    { pattern: '-U<number>', fits: ['-U0', '-U12'], not: ['-U', '-U-1', '-U1x', '-U1234567890'] },
    {
      pattern: '<word>',
      fits: ['HEAD~2', 'a..b', 'a/b', 'HEAD:x'],
      not: ['-x', '/a', '../a', 'a b', ''],
    },
    {
      pattern: '<path>',
      fits: ['a b', '.git', 'a/…'],
      not: ['/a', '..', 'a/../b', '~', ':/', '-a', ''],
    },
    { pattern: '<text>', fits: ['a', ''], not: ['-a'] },
    { pattern: '--grep=<text>', fits: ['--grep=', '--grep=-x'], not: ['--grep', '--grepx'] },
    { pattern: 'a<number>b', fits: ['a1b'], not: ['ab', 'a1', '1b', 'a1bb'] },
    { pattern: '<other>', fits: [], not: ['<other>', 'x'] },
    { pattern: '<number><number>', fits: [], not: ['12'] },
  ])('$pattern fits $fits and none of $not', ({ pattern, fits, not }) => {
    expect(fits.filter((each) => !matchesArgument(pattern, each))).toEqual([]);
    expect(not.filter((each) => matchesArgument(pattern, each))).toEqual([]);
    expect([...fits, ...not].some((each) => matchesArgument(pattern, `${each}\0`))).toBe(false);
  });

  it('that is none is a fault of the grant', () => {
    const withOption = (option: string) => ({ program: 'a', commands: [{ options: [option] }] });
    for (const bad of ['<other>', 'a b', '<number><word>', '', ' ', '-n  <number>', '<text> x']) {
      expect(Value.Check(GrantedRule, withOption(bad)), bad).toBe(false);
    }
    expect(Value.Check(GrantedRule, withOption('-n <number>'))).toBe(true);
  });
});

describe('a rule (S-6)', () => {
  it.each([
    { args: ['log'], then: 'log' },
    { args: ['log', '-n', '3', 'main', '--oneline'], then: 'log' },
    { args: ['log', '--', 'main'], then: 'log' },
    { args: ['log', '-n', '-3'], then: 'refused' },
    { args: ['log', '-n3'], then: 'refused' },
    { args: ['log', '--', '--oneline'], then: 'refused' },
    { args: ['stash', 'list'], then: 'stash list' },
    { args: ['stash', 'list', 'x'], then: 'refused' },
    { args: ['stash', '--'], then: 'refused' },
    { args: ['-c', 'a=b', 'log'], then: 'refused' },
    { args: ['log\0'], then: 'refused' },
    { args: [], then: 'refused' },
  ])('says $then to $args', ({ args, then }) => {
    const verdict = judgeArguments(RULE, args);
    expect(verdict.status === 'allowed' ? verdict.command.words?.join(' ') : 'refused').toBe(then);
  });
});

describe('rules of a request and of a grant (E-10)', () => {
  const grant = { process: { allowedBinaries: ['git'], rules: [RULE] } };

  it('must both hold, so that neither side widens the other', () => {
    const asked = { program: 'git', commands: [{ words: ['log'] }, { words: ['push'] }] };
    const met = narrowGrants(
      grant,
      { process: { allowedBinaries: ['*'], rules: [asked] } },
      'manifest',
    ).process;
    const allows = (args: readonly string[]) =>
      (met?.rules ?? []).every((rule) => judgeArguments(rule, args).status === 'allowed');
    expect(allows(['log'])).toBe(true);
    expect([['push'], ['stash'], ['log', '--oneline']].filter(allows)).toEqual([]);
  });

  it('stay as they are where a request has none, and a request cannot set what the host adds', () => {
    expect(narrowGrants(grant, { process: { allowedBinaries: ['git'] } }, 'tool')).toEqual(grant);
    const forged = { ...RULE, env: { LD_PRELOAD: 'x' } };
    const request = { process: { allowedBinaries: ['git'], rules: [forged] } };
    expect(narrowGrants(grant, request, 'manifest').process).toBeUndefined();
  });

  it('are read by a person, and more of them are more that is asked for', () => {
    const { asks } = CAPABILITIES.process;
    const [log] = asks({ allowedBinaries: ['git'], rules: [RULE] });
    expect(log?.what).toBe('program git log [-n <number> | --oneline | --grep=<text> | <word>]');
    expect(asks({ allowedBinaries: ['git', 'ls'], rules: [RULE] }).at(-1)?.what).toBe(
      'program ls, any arguments',
    );
    expect(asks({ allowedBinaries: ['git'] })).toEqual([{ what: 'program git, any arguments' }]);
  });
});
