import { describe, expect, it } from 'vitest';
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
