import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';

describe('parseCommand', () => {
  it.each([
    { command: 'git status', words: ['git', 'status'] },
    { command: '  git  status\n', words: ['git', 'status'] },
    { command: `git commit -m "a 'b' \\"c\\""`, words: ['git', 'commit', '-m', `a 'b' "c"`] },
    {
      command: 'git commit -m "first\n\nsecond"',
      words: ['git', 'commit', '-m', 'first\n\nsecond'],
    },
    { command: "ls '*.ts'", words: ['ls', '*.ts'] },
    { command: "echo '$HOME `date`'", words: ['echo', '$HOME `date`'] },
    { command: 'echo a\\ b ""', words: ['echo', 'a b', ''] },
    { command: "git log --format='%h %s'", words: ['git', 'log', '--format=%h %s'] },
  ])('splits $command', ({ command, words: [binary, ...args] }) => {
    expect(parseCommand(command)).toEqual({ status: 'ok', binary, args });
  });

  it.each([
    { command: 'ls | wc', names: '"|"' },
    { command: 'cd a && ls', names: '"&&"' },
    { command: 'a; b', names: '";"' },
    { command: 'a & b', names: '"&"' },
    { command: 'a > b', names: '">"' },
    { command: 'a\nrm -rf b', names: 'a second line' },
    { command: 'ls *.ts', names: '"*.ts" is a glob' },
    { command: 'echo $HOME', names: '"$HOME"' },
    { command: 'echo "$HOME x"', names: '"$HOME"' },
    { command: 'echo $(date)', names: '"$"' },
    { command: 'echo "$(date)"', names: '"$"' },
    { command: 'echo `date`', names: 'backticks' },
    { command: 'echo "`date`"', names: 'backticks' },
    { command: 'echo "a', names: 'a " without an end' },
    { command: "echo 'a", names: "a ' without an end" },
    { command: 'FOO=1 make', names: '"FOO=1" sets a variable' },
    { command: 'make # all', names: 'a comment' },
    { command: '  ', names: 'empty' },
    { command: '"" a', names: 'empty' },
  ])('refuses $command and names what is in the way', ({ command, names }) => {
    const parsed = parseCommand(command);
    expect(parsed).toMatchObject({ status: 'refused' });
    expect(parsed.status === 'refused' && parsed.message).toContain(names);
  });
});
