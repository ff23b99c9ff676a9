import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { testExtension } from '@mortise/sdk/testing';

const folder = join(import.meta.dirname, '..');

/** The extension in an isolate, with these in place of the disk; what it writes stands in the map. */
function withFiles(files: Map<string, string>) {
  return testExtension({ folder, capabilities: { files } });
}

describe('list_todos', () => {
  it('finds what is to do, with the place', async () => {
    const files = new Map([
      ['/src/a.ts', 'one\n  // TODO: name it\n'],
      ['/src/b.ts', 'two\n'],
    ]);
    await using extension = await withFiles(files);
    const outcome = await extension.call('list_todos', { folder: '/src' });
    assert.equal(outcome.text, 'a.ts:2 // TODO: name it');
  });

  it('says so when there is nothing', async () => {
    await using extension = await withFiles(new Map([['/a.ts', 'one\n']]));
    assert.equal((await extension.call('list_todos')).text, 'Nothing is to do.');
  });
});

describe('add_todo', () => {
  it('keeps what was noted before', async () => {
    const files = new Map([['/TODO.md', '- TODO sleep\n']]);
    await using extension = await withFiles(files);
    const outcome = await extension.call('add_todo', { task: 'wake up' });
    assert.equal(outcome.text, 'Noted in TODO.md.');
    assert.equal(files.get('/TODO.md'), '- TODO sleep\n- TODO wake up\n');
  });
});
