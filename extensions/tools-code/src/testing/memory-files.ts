import type { Files } from '@mortise/sdk';

/** Files in memory with the manners of a host: bounded reads, sorted listings. */
export function memoryFiles(
  contents: Readonly<Record<string, string>>,
): Pick<Files, 'read' | 'list'> {
  const files = new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)]));
  return {
    async read(path, { offset = 0, length } = {}) {
      const all = files.get(path);
      if (all === undefined) throw new Error('Nothing is there.');
      const part = all.subarray(offset, length === undefined ? undefined : offset + length);
      return {
        content: part.toString('utf8'),
        encoding: 'utf8',
        size: all.length,
        offset,
        bytes: part.length,
        eof: offset + part.length >= all.length,
      };
    },
    async list(path) {
      const prefix = path === '.' ? '' : `${path}/`;
      const below = [...files.keys()].filter((each) => each.startsWith(prefix));
      const names = below.map((each) => each.slice(prefix.length).split('/'));
      const kinds = new Map(
        names.map(
          ([name = '', ...rest]) => [name, rest.length > 0 ? 'directory' : 'file'] as const,
        ),
      );
      const entries = [...kinds].map(([name, kind]) => ({ name, kind }));
      return {
        entries: entries.sort((one, other) => (one.name < other.name ? -1 : 1)),
        more: false,
      };
    },
  };
}
