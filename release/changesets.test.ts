import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, workspacePackages } from './workspace-packages.ts';

const FOLDER = join(ROOT, '.changeset');
const names = new Set(workspacePackages().map(({ name }) => name));

describe('a changeset', () => {
  // A formatter took the head of one for a heading, and no release could be made.
  it.each(globSync('*.md', { cwd: FOLDER }))('names packages of ours in its head: %s', (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const [, head = ''] = /^---\n((?:"[^"\n]+": (?:patch|minor|major)\n)+)---\n/.exec(text) ?? [];
    const named = [...head.matchAll(/^"([^"]+)"/gm)].map(([, name = '']) => name);
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});
