import { join } from 'node:path';
import { testExtension } from '@mortise/sdk/testing';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');

describe('count_words', () => {
  it('counts words', async () => {
    await using extension = await testExtension({ folder });
    const outcome = await extension.call('count_words', { text: 'one two  three' });
    expect(outcome.text).toBe('3');
  });

  it('refuses what is not a text', async () => {
    await using extension = await testExtension({ folder });
    const outcome = await extension.call('count_words', { text: 3 });
    expect(outcome.status).toBe('refused');
  });
});
