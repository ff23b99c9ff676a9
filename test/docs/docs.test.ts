import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { COMMANDS } from '@mortise/cli';
import { ERROR_CODES } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { capabilitiesPage } from './capabilities-page.ts';
import { errorCodesPage } from './error-codes-page.ts';
import { limitsPage } from './limits-page.ts';

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

describe('the README', () => {
  it('shows the embedding example as it is run by the tests', () => {
    const [, snippet] = /```ts\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
    expect(read('examples/embed/main.ts')).toContain(snippet?.trim());
  });

  it('lists every command of the CLI with its summary', () => {
    for (const { name, summary } of COMMANDS) {
      const row = new RegExp(`\\| \`mortise ${name}[^|]*\\| +${escapeText(summary)} +\\|`);
      expect(read('README.md')).toMatch(row);
    }
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

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
