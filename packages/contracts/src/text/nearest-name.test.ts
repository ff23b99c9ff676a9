import { describe, expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.ts';

describe('nearestName', () => {
  it.each([
    ['alowed_toolkits', ['allowed_toolkits', 'initial_toolkits'], 'allowed_toolkits'],
    ['AllowedToolkits', ['allowed_toolkits'], 'allowed_toolkits'],
    ['also-alow', ['allow', 'alsoAllow'], 'alsoAllow'],
    ['read_fil', ['write_file', 'read_file', 'READ_FILE'], 'read_file'],
    ['x', ['tools'], undefined],
    ['tools', [], undefined],
    ['', ['tools'], undefined],
    ['t'.repeat(129), ['t'.repeat(128)], undefined],
  ])('%s among %j → %s', (written, known, nearest) => {
    expect(nearestName(written, known)).toBe(nearest);
  });

  it('ends a message with a question, or with nothing', () => {
    expect(didYouMean('alow', ['allow'])).toBe('; did you mean `allow`?');
    expect(didYouMean('zzz', ['allow'])).toBe('');
  });
});
