import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinIndex, joinKey, listPath, splitPath } from './config-path.ts';

describe('config paths', () => {
  it.each([
    ['agents.list[0].tools.allow[1]', ['agents', 'list', 0, 'tools', 'allow', 1]],
    ['tools.byProvider["gpt-4.1"].deny', ['tools', 'byProvider', 'gpt-4.1', 'deny']],
    ['toolkits.d.tools[1].delegate', ['toolkits', 'd', 'tools', 1, 'delegate']],
    ['["a b"]["]\\""]', ['a b', ']"']],
    ['', []],
  ])('%s has the segments %j', (path, segments) => {
    expect(splitPath(path)).toEqual(segments);
  });

  it('come apart as they were joined, whatever the keys are', () => {
    const segment = fc.oneof(fc.string({ unit: 'binary' }), fc.nat(999));
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        const path = segments.reduce<string>(
          (joined, part) =>
            typeof part === 'number' ? joinIndex(joined, part) : joinKey(joined, part),
          '',
        );
        expect(splitPath(path)).toEqual(segments);
      }),
    );
  });

  it('lose an index to become the path of the list', () => {
    expect(listPath('agents.a.initial_toolkits[12]')).toBe('agents.a.initial_toolkits');
  });
});
