import { describe, expect, it } from 'vitest';
import { SourceStore } from './source-store.ts';

describe('SourceStore', () => {
  it.each([{ length: 10 }, { length: 100_000 }])(
    'gives back a text of $length characters until it is deleted',
    ({ length }) => {
      const store = new SourceStore();
      const source = 'é'.repeat(length);
      const hash = store.put(source);
      expect(store.put(source)).toBe(hash);
      expect(store.get(hash)).toBe(source);
      store.delete(hash);
      expect(() => store.get(hash)).toThrow('not there');
      store.close();
    },
  );
});
