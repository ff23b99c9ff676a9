import { describe, expect, it } from 'vitest';
import { readFixture, reduceTerminal } from './fixtures/reduce-terminal.ts';

describe('E-12: git status in the long format', () => {
  it.each([
    { state: 'clean', keeps: ['On branch main', 'nothing to commit, working tree clean'] },
    {
      state: 'dirty',
      keeps: [
        'Changes to be committed:',
        '\tdeleted:    b.txt',
        '\tnew file:   new.txt',
        'Changes not staged for commit:',
        '\tmodified:   a.txt',
        'Untracked files:',
        '\tsub/',
      ],
    },
    { state: 'ahead', keeps: ["Your branch is ahead of 'origin/main' by 2 commits."] },
    {
      state: 'behind',
      keeps: ["Your branch is behind 'origin/main' by 1 commit, and can be fast-forwarded."],
    },
    { state: 'diverged', keeps: ['and have 1 and 1 different commits each, respectively.'] },
    { state: 'detached', keeps: [/^HEAD detached at [0-9a-f]{7}$/] },
    {
      state: 'merge-conflict',
      keeps: ['You have unmerged paths.', 'Unmerged paths:', '\tboth modified:   a.txt'],
    },
    {
      state: 'rebase-conflict',
      keeps: [
        /^interactive rebase in progress; onto [0-9a-f]{7}$/,
        /^ {3}pick [0-9a-f]{7} right$/,
        '  (fix conflicts and then run "git rebase --continue")',
        '\tboth modified:   a.txt',
      ],
    },
  ])('when $state keeps every line of state and drops only advice', ({ state, keeps }) => {
    const original = readFixture(`git-${state}-long`);
    const lines = reduceTerminal('git status', original).split('\n');
    for (const line of keeps) {
      expect(lines).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line));
    }
    const dropped = original.split('\n').filter((line) => !lines.includes(line));
    for (const line of dropped) expect(line).toMatch(/^$|^ {2}\(use "git /);
  });

  it('does not call a dirty tree clean, although a file name says so', () => {
    const lines = reduceTerminal('git status', readFixture('git-dirty-long')).split('\n');
    expect(lines).not.toContain('nothing to commit, working tree clean');
    expect(lines).toContain('\tnotes nothing to commit, working tree clean.txt');
  });

  it('reads through colours', () => {
    expect(reduceTerminal('git status', readFixture('git-dirty-coloured'))).toBe(
      reduceTerminal('git status', readFixture('git-dirty-long')),
    );
  });

  it('lists forty untracked files and counts the other 260 exactly', () => {
    const reduced = reduceTerminal('git status', readFixture('git-many-untracked-long'));
    expect(reduced.match(/^\tuntracked-\d+\.txt$/gm)).toHaveLength(40);
    expect(reduced).toContain('\n[… 260 lines omitted: further entries …]\n');
    expect(reduced).toContain('nothing added to commit but untracked files present');
  });

  it('keeps unmerged files and later sections when thousands of files are staged', () => {
    const staged = Array.from({ length: 5_000 }, (_, index) => `\tnew file:   staged-${index}.txt`);
    const unmerged = Array.from({ length: 60 }, (_, index) => `\tboth added:      clash-${index}`);
    const output = [
      'On branch main',
      'Changes to be committed:',
      ...staged,
      '',
      'Unmerged paths:',
      ...unmerged,
      '',
      'Untracked files:',
      '\tnotes.txt',
      '',
    ].join('\n');
    const reduced = reduceTerminal('git status', output);
    for (const line of [...unmerged, '\tnotes.txt']) expect(reduced).toContain(line);
    expect(reduced).toContain('[… 4,960 lines omitted: further entries …]');
  });

  it.each([
    { output: 'another language', value: 'Auf Branch main\nnichts zu committen\n' },
    { output: 'a failure', value: 'fatal: not a git repository (or any parent): .git\n' },
    { output: 'a header that is not the first line', value: 'hello\nOn branch main\n\n\n' },
  ])('leaves $output alone', ({ value }) => {
    expect(reduceTerminal('git status', value)).toBe(value);
  });
});

describe('E-12: git status in the short format', () => {
  it.each(['clean', 'dirty', 'ahead', 'behind', 'diverged', 'detached', 'merge-conflict'])(
    'when %s keeps every line',
    (state) => {
      const original = readFixture(`git-${state}-short`);
      expect(reduceTerminal('git status -sb', original)).toBe(original.trimEnd());
    },
  );

  it('lists forty entries per status letter and never counts away a conflict', () => {
    const conflicts = Array.from({ length: 50 }, (_, index) => `UU clash-${index}.txt`);
    const output = [...conflicts, readFixture('git-many-untracked-short')].join('\n');
    const reduced = reduceTerminal('git status --porcelain', output);
    for (const line of conflicts) expect(reduced).toContain(line);
    expect(reduced.match(/^\?\? /gm)).toHaveLength(40);
    expect(reduced).toContain('[… 260 lines omitted: further entries …]');
  });

  it('leaves output alone that holds one line of another shape', () => {
    const value = `${readFixture('git-many-untracked-short')}warning: could not open 'x'\n`;
    expect(reduceTerminal('git status -s', value)).toBe(value);
  });
});
