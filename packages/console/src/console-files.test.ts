import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hashSources } from './build/hash-sources.ts';
import { openConsole } from './console-files.ts';
import { interpretManifest } from './console-manifest.ts';

const BUILT = new URL('../built/', import.meta.url);
const manifest = interpretManifest(readFileSync(new URL('manifest.json', BUILT), 'utf8'));
const sizes = new Map(manifest?.files.map(({ path, packedBytes }) => [path, packedBytes]));
const textOf = (path: string) => readFileSync(new URL(path, BUILT), 'utf8');

/** A file and everything that a browser loads with it, before anything is clicked. */
function loadedWith(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  if (!path.endsWith('.js')) return seen;
  for (const [, name = ''] of textOf(path).matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) {
    loadedWith(`console/${name}`, seen);
  }
  return seen;
}

describe('the built console', () => {
  it('is made of these sources; `pnpm build` makes it', () => {
    expect(manifest?.sources).toBe(hashSources());
  });

  it('sends less than 300 kB for its first view', () => {
    const page = textOf('index.html');
    const first = [...page.matchAll(/(?:src|href)="\.\/(console\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    const view = [...sizes.keys()].filter((path) => /agents-view-[^/]+\.(?:js|css)$/.test(path));
    expect(view).toHaveLength(2);
    const all = new Set([
      'index.html',
      ...[...first, ...view].flatMap((path) => [...loadedWith(path)]),
    ]);
    const bytes = [...all].reduce((sum, path) => sum + (sizes.get(path) ?? Number.NaN), 0);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(300_000);
  });

  it('names nothing outside of it, and holds no path of the machine that built it', () => {
    for (const path of sizes.keys()) {
      const text = textOf(path);
      expect(text, path).not.toContain(import.meta.dirname);
      if (path.endsWith('.html') || path.endsWith('.css'))
        expect(text, path).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)/);
    }
  });

  it('has each file as it is and packed, with the same bytes', async () => {
    const files = await openConsole();
    for (const path of sizes.keys()) {
      const file = files?.find(path);
      const plain = await file?.read('identity');
      expect(plain?.length, path).toBeGreaterThan(0);
      expect(brotliDecompressSync((await file?.read('br')) ?? ''), path).toEqual(
        Buffer.from(plain ?? []),
      );
      expect(gunzipSync((await file?.read('gzip')) ?? ''), path).toEqual(Buffer.from(plain ?? []));
    }
    expect(files?.find('manifest.json')).toBeUndefined();
    expect(files?.find('../package.json')).toBeUndefined();
  });

  it('is not there in a folder without one, or with half of one', async () => {
    expect(await openConsole(new URL('./', import.meta.url))).toBeUndefined();
    for (const text of ['', '{', '[]', '{"sources":"x"}', '{"sources":"x","files":[{}]}']) {
      expect(interpretManifest(text), text).toBeUndefined();
    }
  });
});
