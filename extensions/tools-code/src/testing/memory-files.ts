import type { Files } from '@mortise/sdk';

/** Files in memory with the manners of a host: bounded reads. */
export function memoryFiles(contents: Readonly<Record<string, string>>): Pick<Files, 'read'> {
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
  };
}
