import { describe, expect, it } from 'vitest';
import { suggestName } from './suggest-name.ts';

describe('suggestName', () => {
  it.each([
    ['alowed_toolkits', ['allowed_toolkits', 'initial_toolkits'], 'allowed_toolkits'],
    ['AllowedToolkits', ['allowed_toolkits'], 'allowed_toolkits'],
    ['also-alow', ['allow', 'alsoAllow'], 'alsoAllow'],
    ['x', ['tools'], undefined],
    ['tools', [], undefined],
    ['t'.repeat(65), ['t'.repeat(64)], undefined],
  ])('%s among %j → %s', (written, known, suggestion) => {
    expect(suggestName(written, known)).toBe(suggestion);
  });
});
