import { describe, expect, it } from 'vitest';
import { findJailFault } from '../../packages/sandbox/src/jail-fixture.ts';
import { ERRNO, type NativeAttempt, nativeAttempts } from './native-attempts.ts';
import { type NativeResult, runNative } from './run-native.ts';

const fault =
  process.arch === 'x64'
    ? await findJailFault()
    : `the attempts are not written for ${process.arch}`;
const where = fault === undefined ? '' : `; skipped here: ${fault}`;

/** In a root of its own, what is not there cannot be denied. */
const ENOENT = 2;

/** What each attempt came to, by what it tried. */
function read({ attempts, answers }: NativeResult): ReadonlyMap<string, number> {
  return new Map(attempts.map(({ what }, at) => [what, answers[at] ?? Number.NaN]));
}

describe.skipIf(fault !== undefined)(`native code in a runner (S-8)${where}`, async () => {
  const jailed = fault === undefined ? await runNative('without namespaces') : undefined;
  const attempts: readonly NativeAttempt[] = jailed?.attempts ?? [];

  it('tries at least 60 things', () => {
    expect(attempts.length).toBeGreaterThanOrEqual(60);
  });

  it.each(attempts)('$what: $errno', ({ what, errno }) => {
    const answers = jailed === undefined ? new Map() : read(jailed);
    expect(answers.get(what)).toBe(-ERRNO[errno]);
  });

  it('finds no file of the machine at all where the host is root', async ({ skip }) => {
    const result = await runNative('required', (victims) => [
      ...nativeAttempts(victims),
      { what: 'asks for a size', number: 4, args: [victims.file, { room: 256 }], errno: 'EACCES' },
    ]);
    const { mounts } = result.report;
    skip(mounts !== 'on', `mounts ${mounts}`);
    const answers = read(result);
    for (const { what, errno } of result.attempts) {
      const isPath = errno === 'EACCES' && !/root folder/.test(what);
      expect([what, answers.get(what)]).toEqual([what, isPath ? -ENOENT : -ERRNO[errno]]);
    }
  });

  it('has nothing open but what it was given and what Node made for itself', () => {
    const strange = jailed?.opened.filter(
      (target) => !/^(\/dev\/null|(socket|pipe):\[\d+\]|anon_inode:.*)$/.test(target),
    );
    expect(strange).toEqual([]);
  });

  it('ends by a signal if it calls the kernel by another convention', async () => {
    const x32 = { what: 'getpid of x32', number: 0x4000_0027, args: [], errno: 'EPERM' } as const;
    expect(await runNative('required', () => [x32])).toMatchObject({ signal: 'SIGSYS' });
  });

  it('does most of it without a jail, so that the list proves something', async () => {
    const result = await runNative('off');
    const answers = read(result);
    const done = [...answers].filter(([, answer]) => answer >= 0).map(([what]) => what);
    expect(done.length).toBeGreaterThanOrEqual(45);
    expect(done).toEqual(
      expect.arrayContaining([
        'reads /etc/passwd',
        'reads the environment of another process',
        'writes a file of the operator',
        'creates a file',
        'forks',
        'signals another process',
        'opens TCP',
        'opens UDP',
        'opens a Unix socket',
      ]),
    );
  });
});
