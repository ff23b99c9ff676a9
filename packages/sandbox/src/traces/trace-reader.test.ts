import { describe, expect, it } from 'vitest';
import { TraceReader } from './trace-reader.ts';

const STACK = '    at inner (extension:///x.js:1:1)';

/** A clock that stands, and extensions whose maps take a time of it to read. */
function openReader() {
  let now = 0;
  const reads: string[] = [];
  const reader = new TraceReader(() => now);
  return {
    reader,
    reads,
    pass: (ms: number) => {
      now += ms;
    },
    extension: (mapHash: string | undefined, takesMs = 1) => ({
      mapHash,
      readMap: () => {
        now += takesMs;
        reads.push(String(mapHash));
        return JSON.stringify({
          ...{ version: 3, names: [], sources: [`src/${mapHash}.ts`], mappings: 'AAAA' },
        });
      },
    }),
  };
}

const placed = (name: string) => [`at inner (src/${name}.ts:1:1)`];
const UNREAD = ['at inner (bundle.js:1:1)'];

describe('reading traces by the maps of extensions (S-5)', () => {
  it('knows the places of an extension that was just registered, whose map it read for that', () => {
    const { reader, extension, reads } = openReader();
    const [draft, registered] = [extension('a'), extension('a')];
    expect(reader.read(draft, STACK)).toEqual(placed('a'));
    expect(reader.read(registered, STACK)).toEqual(placed('a'));
    expect(reads).toEqual(['a']);
    reader.close();
  });

  it('knows those of several extensions that throw in one moment', () => {
    const { reader, extension } = openReader();
    for (const name of ['a', 'b', 'c', 'd'])
      expect(reader.read(extension(name), STACK)).toEqual(placed(name));
    reader.close();
  });

  it('stops reading maps when they took much of the last seconds, and goes on later', () => {
    const { reader, extension, reads, pass } = openReader();
    const names = Array.from({ length: 10 }, (_, index) => `m${index}`);
    const seen = names.map((name) => reader.read(extension(name, 100), STACK));
    expect(seen.slice(0, 3)).toEqual(['m0', 'm1', 'm2'].map(placed));
    expect(seen.slice(3)).toEqual(names.slice(3).map(() => UNREAD));
    expect(reads).toHaveLength(3);
    pass(1_100);
    expect(reader.read(extension('later', 100), STACK)).toEqual(placed('later'));
    reader.close();
  });

  it('reads nothing for an extension without a map', () => {
    const { reader, extension, reads } = openReader();
    expect(reader.read(extension(undefined), STACK)).toEqual(UNREAD);
    expect(reads).toEqual([]);
    reader.close();
  });
});
