import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '@mortise/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typeCommand } from './cli-fixture.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mortise-hints-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function mortise(...argv: string[]) {
  const { exit, said } = await typeCommand(argv, { cwd, signal: AbortSignal.abort() });
  return { exit, shown: said };
}

const FILE = 'mortise.config.yaml';
const write = (text: string, name = FILE) => writeFileSync(join(cwd, name), text);
const lines = () => readFileSync(join(cwd, FILE), 'utf8').split('\n');

function changeLine(at: number, change: (line: string) => string): void {
  write(
    lines()
      .map((line, index) => (index === at - 1 ? change(line) : line))
      .join('\n'),
  );
}

async function findings(): Promise<readonly Diagnostic[]> {
  const rawFound: unknown = JSON.parse((await mortise('check', '--json')).shown);
  return Array.isArray(rawFound) ? (rawFound as Diagnostic[]) : [];
}

/** Writes what was meant in the place of what was written, as the message suggests. */
function takeSuggestion({ message, hint, line = 0, subject, path = '' }: Diagnostic): void {
  const [, meant = ''] = /did you mean [`"](.+?)[`"]\?/i.exec(`${message} ${hint}`) ?? [];
  expect(meant, `${message} ${hint}`).not.toBe('');
  const wrong =
    lines()[line - 1]?.includes(subject) && subject !== ''
      ? subject
      : (path.split('.').at(-1) ?? '');
  changeLine(line, (text) => text.replace(wrong, meant));
}

/** Types every command that stands in the hint. */
async function typeCommands({ hint }: Diagnostic): Promise<void> {
  const commands = [...hint.matchAll(/`mortise ([^`]+)`/g)];
  expect(commands.length, hint).toBeGreaterThan(0);
  for (const [, words = ''] of commands) await mortise(...words.split(' '));
}

interface Mistake {
  readonly what: string;
  readonly text: string;
  readonly code: string;
  /** Follows the hint to the letter. */
  readonly follow: (found: Diagnostic) => void | Promise<void>;
  /** Other words that the hint must have. */
  readonly says?: RegExp;
}

const MISTAKES: readonly Mistake[] = [
  {
    what: 'a misspelt key',
    text: 'agents:\n  main:\n    tools:\n      alow: [list_toolkits]\n',
    code: 'unknown_key',
    follow: takeSuggestion,
  },
  {
    what: 'a selector that matches nothing',
    text: 'agents:\n  main:\n    tools:\n      deny: [list_toolkit]\n',
    code: 'unmatched_selector',
    follow: takeSuggestion,
  },
  {
    what: 'an unknown profile',
    text: 'agents:\n  main:\n    tools:\n      profile: codding\n',
    code: 'unknown_profile',
    follow: takeSuggestion,
  },
  {
    what: 'an unknown toolkit',
    text: 'toolkits:\n  editing: { tools: [] }\nagents:\n  main:\n    allowed_toolkits: [editng]\n',
    code: 'unknown_toolkit',
    follow: takeSuggestion,
  },
  {
    what: 'an initial toolkit that may not be loaded',
    text: 'toolkits:\n  editing: { tools: [] }\nagents:\n  main:\n    allowed_toolkits: []\n    initial_toolkits: [editing]\n',
    code: 'initial_not_subset',
    says: /Add it to `allowed_toolkits`/,
    follow: ({ line = 0 }) => changeLine(line - 1, (text) => text.replace('[]', '[editing]')),
  },
  {
    what: 'an unknown loadout',
    text: 'agents:\n  main:\n    loadout: minmal\n',
    code: 'loadout_unknown',
    follow: takeSuggestion,
  },
  {
    what: 'a loadout that extends an unknown one',
    text: 'loadouts:\n  mine:\n    parent: minmal\nagents:\n  main:\n    loadout: mine\n',
    code: 'loadout_parent_unknown',
    follow: (found) => takeSuggestion({ ...found, subject: 'minmal' }),
  },
  {
    what: 'an unknown parent',
    text: 'agents:\n  main: {}\n  sub:\n    parent: mian\n',
    code: 'unknown_agent',
    follow: takeSuggestion,
  },
  {
    what: 'a blank entry',
    text: "agents:\n  main:\n    tools:\n      deny:\n        - 'list_*'\n        - ''\n",
    code: 'blank_selector',
    says: /^Remove the entry/,
    follow: ({ line = 0 }) => changeLine(line, () => ''),
  },
  {
    what: 'two agents of one name',
    text: 'agents:\n  main: {}\n  Main: {}\n',
    code: 'duplicate_id',
    says: /^Rename one of the two/,
    follow: ({ line = 0 }) => changeLine(line, (text) => text.replace('Main', 'other')),
  },
  {
    what: 'a group of the host defined anew',
    text: 'groups:\n  core: []\nagents:\n  main: {}\n',
    code: 'reserved_name',
    says: /^Choose another name/,
    follow: ({ line = 0 }) => changeLine(line, (text) => text.replace('core', 'mine')),
  },
  {
    what: 'a tool twice in one toolkit',
    text: 'toolkits:\n  editing:\n    tools:\n      - a\n      - a\nagents:\n  main: {}\n',
    code: 'duplicate_tool',
    says: /^Remove one of the two/,
    follow: ({ line = 0 }) => changeLine(line + 1, () => ''),
  },
  {
    what: 'an extension that is not there',
    text: 'extensions:\n  - ./gone\nagents:\n  main: {}\n',
    code: 'package_unreadable',
    follow: typeCommands,
  },
  {
    what: 'a folder that is no extension',
    text: 'extensions:\n  - ./empty\nagents:\n  main: {}\n',
    code: 'manifest_missing',
    follow: typeCommands,
  },
];

describe('a hint that is followed to the letter mends what it is about (F-5b)', () => {
  it.each(MISTAKES)('$what', async ({ text, code, follow, says }) => {
    mkdirSync(join(cwd, 'empty'));
    write(text);
    const found = (await findings()).filter((each) => each.code === code);
    expect(found).toHaveLength(1);
    const [first] = found;
    if (first === undefined) return;
    expect(first.file).toContain(FILE);
    expect(first.line).toBeGreaterThan(0);
    if (says !== undefined) expect(first.hint).toMatch(says);
    await follow(first);
    expect((await findings()).filter((each) => each.code === code)).toEqual([]);
  });

  it('no configuration: init', async () => {
    const { exit, shown } = await mortise('tools', 'main');
    expect(exit).toBe(3);
    const [, command = ''] = /`mortise (\w+)`/.exec(shown) ?? [];
    expect(await mortise(command)).toMatchObject({ exit: 0 });
    expect(await mortise('tools', 'main')).toMatchObject({ exit: 0 });
  });
});
