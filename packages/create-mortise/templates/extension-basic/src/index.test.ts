import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type TestedExtension, testExtension } from '@mortise/sdk/testing';

const folder = join(import.meta.dirname, '..');

describe('count_words', () => {
  let extension: TestedExtension;
  before(async () => {
    extension = await testExtension({ folder });
  });
  after(() => extension[Symbol.asyncDispose]());

  it('counts words', async () => {
    const outcome = await extension.call('count_words', { text: 'one two  three' });
    assert.equal(outcome.text, '3');
  });

  it('refuses what is not a text', async () => {
    const outcome = await extension.call('count_words', { text: 3 });
    assert.equal(outcome.status, 'refused');
  });
});
