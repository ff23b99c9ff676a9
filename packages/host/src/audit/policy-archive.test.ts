import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolEntry } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { PolicyArchive } from './policy-archive.ts';
import { cutParts, RecordedEntries } from './recorded-entries.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-policies-'));
afterAll(() => rmSync(root, { recursive: true }));
let made = 0;
const newFolder = () => join(root, String(++made));

const toolsOf = (extension: number, count: number, version = 1): ToolEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ name: `tool_${extension}_${at}`, description: `version ${version}`.padEnd(200) },
    ...{ schema: { type: 'object' }, aliases: [], isOptional: false },
    origin: { kind: 'extension', id: `extension-${extension}` },
  }));

const registry = Array.from({ length: 200 }, (_, at) => toolsOf(at, 10)).flat();

describe('policies that are kept (T-7)', () => {
  it('share the tools that did not change', () => {
    const folder = newFolder();
    const archive = new PolicyArchive(folder);
    const recorded = new RecordedEntries(archive);
    const before = recorded.keep(registry, undefined);
    const bytes = sizeOf(folder);
    expect(bytes).toBeLessThan(JSON.stringify(registry).length / 5);
    const changed = registry.map((entry) =>
      entry.name === 'tool_77_3' ? { ...entry, description: 'another' } : entry,
    );
    const after = recorded.keep(changed, undefined);
    expect(after.filter((address) => !before.includes(address))).toHaveLength(1);
    const fewer = registry.filter(({ name }) => !name.startsWith('tool_100_'));
    const later = recorded.keep(fewer, undefined);
    expect(later.filter((address) => !before.includes(address)).length).toBeLessThanOrEqual(2);
    expect(sizeOf(folder)).toBeLessThan(bytes * 1.3);
  });

  it('are read back as they were, in their order', () => {
    const archive = new PolicyArchive(newFolder());
    const entries = new RecordedEntries(archive).keep(registry, undefined);
    const own = archive.keep({
      ...{ config: { revision: 3 } as never, places: {}, entries },
      snapshot: { revision: 1, skipped: [], extensions: [] },
    });
    const policy = new PolicyArchive(join(root, String(made))).readPolicy(own);
    expect(policy?.snapshot.entries).toEqual(registry);
    expect(cutParts(registry).flat()).toEqual(registry);
  });

  it('are gone as a whole if a part is gone or was changed', () => {
    const folder = newFolder();
    const archive = new PolicyArchive(folder);
    const entries = new RecordedEntries(archive).keep(registry, undefined);
    const own = archive.keep({
      ...{ config: {} as never, places: {}, entries },
      snapshot: { revision: 1, skipped: [], extensions: [] },
    });
    writeFileSync(join(folder, `${entries[3]}.json.gz`), 'x');
    expect(new PolicyArchive(folder).readPolicy(own)).toBeUndefined();
  });

  it('stay while they are in use, however old they are', async () => {
    const folder = newFolder();
    const day = 86_400_000;
    const address = new PolicyArchive(folder).keep({ policy: 'p', request: {} as never });
    const path = join(folder, `${address}.json`);
    const long = new Date(Date.now() - 100 * day);
    utimesSync(path, long, long);
    expect(new PolicyArchive(folder).use(address)).toBe(true);
    expect(await new PolicyArchive(folder).prune(Date.now() - 90 * day, false)).toMatchObject({
      count: 0,
    });
    utimesSync(path, long, long);
    const pruned = await new PolicyArchive(folder).prune(Date.now() - 90 * day, false);
    expect(pruned).toMatchObject({ count: 1 });
  });
});

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
