import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';
import { CliFault } from './cli-fault.ts';
import { describeFailure } from './describe-failure.ts';

describe('what a machine refuses', () => {
  it.each([
    ['EACCES', 'You may not do that there'],
    ['EROFS', 'read-only'],
    ['ENOSPC', 'The disk is full'],
    ['EADDRINUSE', '--port'],
    ['EIO', 'Check the path'],
  ])('%s comes with a next step', (code, hint) => {
    const error = Object.assign(new Error(`${code}: no, open '/x'`), { code, syscall: 'open' });
    expect(describeFailure(error)).toMatchObject({
      exit: 'unwell',
      data: { error: { code, hint: expect.stringContaining(hint) } },
    });
  });
});

describe('an error with findings (F-1)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-hints-'));
  writeFileSync(join(folder, 'mortise.json'), '{"id":"weather","entri":"index.js"}');
  writeFileSync(join(folder, 'mortise.config.json'), '{"agents":{"main":{"tool":{}}}}');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    [['call', 'x', '{}', '--extension', '.']],
    [['grants', '--config', join(folder, 'mortise.config.json')]],
  ])('has one hint for each: mortise %j', async (argv) => {
    const { said } = await typeCommand(argv, { cwd: folder });
    expect(said.match(/hint: /g)).toEqual(['hint: ']);
  });

  it('keeps its own hint for programs', () => {
    const parts = { code: 'x', message: 'a\n    hint: b', hint: 'c' };
    expect(describeFailure(new CliFault('usage', parts))).toMatchObject({
      data: { error: parts },
      text: parts.message,
    });
  });
});
