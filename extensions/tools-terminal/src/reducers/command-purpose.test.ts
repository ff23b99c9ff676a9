import { describe, expect, it } from 'vitest';
import { commandPurpose } from './command-purpose.ts';

describe('E-12: what a command is for', () => {
  it.each([
    ['git status', 'git-status'],
    ['git -C "my dir" --no-pager status -sb .', 'git-status'],
    ['cd x && git status', 'git-status'],
    ['git status; rm -rf build', 'git-status'],
    ['git status 2>&1 | head -50', 'git-status'],
    ['npx --yes vitest run', 'test-run'],
    ['FOO=1 timeout 60 ./node_modules/.bin/jest --ci', 'test-run'],
    ['npm run test:unit -- --watch=false', 'test-run'],
    ['pnpm --filter core test', 'test-run'],
    ['cargo test; echo "exit code: $?"', 'test-run'],
    ['uv run pytest -q', 'test-run'],
    ['python3 -m unittest', 'test-run'],
    ['node --import x --test', 'test-run'],
    ['yarn', 'package-install'],
    ['yarn --frozen-lockfile', 'package-install'],
    ['python -m pip install x', 'package-install'],
    ['sudo apt-get update && sudo apt-get install -y tree', 'package-install'],
  ])('%j is %s', (command, purpose) => {
    expect(commandPurpose(command)).toBe(purpose);
  });

  it.each([
    ['a part that prints something else', 'git status; cat notes.txt'],
    ['two purposes', 'npm ci && npm test'],
    ['a filter that selects lines', 'npx vitest run | grep ✓'],
    ['a substitution', 'git status $(cat flags)'],
    ['a subshell', '(git status; cat x)'],
    ['output sent to a file', 'npm test > log.txt'],
    ['a background job', 'git status & cat x'],
    ['a mention inside quotes', 'echo "x; git status; y"'],
    ['an unclosed quote', 'git status "'],
    ['a diff in the status', 'git status -v'],
    ['another format of status', 'git status --porcelain=v2'],
    ['another git command', 'git log'],
    ['an echo of arbitrary text', 'npm test; echo "✓ all fine"'],
    ['a script of another name', 'npm run build'],
    ['yarn running a script', 'yarn build'],
    ['no command', ''],
  ])('with %s it is not known: %j', (_, command) => {
    expect(commandPurpose(command)).toBeUndefined();
  });

  it('is not known for a line beyond 4,000 characters', () => {
    expect(commandPurpose(`git status ${'x '.repeat(2_000)}`)).toBeUndefined();
  });
});
