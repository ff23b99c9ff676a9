import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { COMMANDS } from '@mortise/cli';
import { ERROR_CODES, SETTINGS } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { capabilitiesPage } from './capabilities-page.ts';
import { errorCodesPage } from './error-codes-page.ts';
import { limitsPage } from './limits-page.ts';
import { manifestPage } from './manifest-page.ts';
import { retentionPage } from './retention-page.ts';
import { settingsPage } from './settings-page.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('the page of error codes', () => {
  it('is what the table says', () => {
    expect(read('docs/error-codes.md')).toBe(errorCodesPage());
  });

  it('has every code that the sources use, and no other', () => {
    const listed = [...read('docs/error-codes.md').matchAll(/^- `(\w+)`/gm)].map(
      ([, code]) => code,
    );
    expect(new Set(listed)).toEqual(new Set(Object.keys(ERROR_CODES)));
  });
});

describe('the page of the manifest (F-1)', () => {
  it('is what the schema says (else run `pnpm docs:capabilities`)', () => {
    expect(read('docs/manifest.md')).toBe(manifestPage());
  });
});

describe('the page of capabilities (E-10)', () => {
  it('is what the table says (else run `pnpm docs:capabilities`)', () => {
    expect(read('docs/capabilities.md')).toBe(capabilitiesPage());
  });

  it.each(['network', 'secrets', 'storage', 'fs_reach', 'process', 'attachments'])(
    'has a section for %s',
    (name) => {
      expect(read('docs/capabilities.md')).toContain(`\n## ${name}\n`);
    },
  );
});

describe('the page of limits', () => {
  it('is what the table says (E-14; else run `pnpm docs:limits`)', () => {
    expect(read('docs/limits.md')).toBe(limitsPage());
  });
});

describe('the page of settings', () => {
  it('is what the table says (else run `pnpm docs:settings`)', () => {
    expect(read('docs/settings.md')).toBe(settingsPage());
  });
});

describe('the page of what is kept', () => {
  it('is what the table says (T-11; else run `pnpm docs:retention`)', () => {
    expect(read('docs/retention.md')).toBe(retentionPage());
  });
});

describe('the README', () => {
  it('shows the embedding example as it is run by the tests', () => {
    const [, snippet] = /```ts\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
    expect(read('examples/embed/main.ts')).toContain(snippet?.trim());
  });

  it('shows commands of the CLI with the arguments and options they take', () => {
    const lines = commandLines(read('README.md'));
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.flatMap(faultOfCommandLine)).toEqual([]);
  });

  it('names only scripts that are there', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    const named = [...read('README.md').matchAll(/`pnpm ([a-z:]+)/g)].map(([, name]) => name);
    for (const name of named) expect(scripts).toContain(name);
  });
});

describe('links between documents', () => {
  it.each(globSync('{*.md,docs/*.md,test/**/README.md}', { cwd: ROOT }))(
    'in %s lead somewhere',
    (file) => {
      const targets = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
        ([, target]) => target ?? '',
      );
      for (const target of targets) {
        expect([target, existsSync(resolve(ROOT, dirname(file), target))]).toEqual([target, true]);
      }
    },
  );
});

/** Every `mortise …` of the blocks of code, without the output that some of them show. */
function commandLines(markdown: string): readonly string[] {
  const blocks = [...markdown.matchAll(/```[a-z]*\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
  return blocks
    .flatMap((block) => block.split(/\n|&&/))
    .flatMap((line) => /^(?:npx )?(mortise [^#]*)/.exec(line.trim())?.[1]?.trim() ?? [])
    .filter((line) => !line.includes('http://'));
}

function faultOfCommandLine(line: string): readonly string[] {
  const [, name = '', ...words] = line.match(/'[^']*'|\S+/g) ?? [];
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) return [`${line}: there is no command ${name}`];
  const settings = ['stateDir' as const, ...(command.settings ?? [])];
  const options = [
    ...command.options.map(([flags]) => flags),
    ...settings.map((setting) => SETTINGS[setting].flag),
    '--json',
  ];
  const unknown = words.filter(
    (word) => word.startsWith('--') && !options.some((flags) => flags.split(' ')[0] === word),
  );
  const needed = command.args.filter(([argument]) => argument.startsWith('<')).length;
  const given = words.findIndex((word) => word.startsWith('--'));
  const count = given < 0 ? words.length : given;
  return [
    ...unknown.map((word) => `${line}: ${name} has no option ${word}`),
    ...(count < needed ? [`${line}: ${name} needs ${needed} arguments`] : []),
  ];
}
