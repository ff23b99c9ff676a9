import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog, type LogChoice } from './create-log.ts';

function logTo(choice: Partial<LogChoice> = {}) {
  const lines: string[] = [];
  const log = createLog({ isTerminal: false, write: (line) => lines.push(line), ...choice });
  return { log, lines };
}

describe('the log of serve', () => {
  it('writes lines of JSON from its level on, errors with their words', () => {
    const { log, lines } = logTo({ level: 'warn' });
    log.info({}, 'quiet');
    log.error({ error: new TypeError('no') }, 'loud');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'error', time: expect.any(String), error: 'TypeError: no', msg: 'loud' },
    ]);
  });

  it('is readable on a terminal, where only warnings interrupt, and nothing moves the cursor', () => {
    const { log, lines } = logTo({ isTerminal: true });
    log.info({}, 'quiet');
    log.warn({ server: 'git\u001b[2Jhub', n: 1 }, 'gone\nfor good');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d warn {2}gone\\u\{a\}for good {2}server=git\\u\{1b\}\[2Jhub {2}n=1$/,
    );
  });

  it('goes to a file for its owner only, at once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-log-'));
    const file = join(folder, 'deep', 'host.log');
    const { log, lines } = logTo({ file, isTerminal: true });
    log.info({ a: 1 }, 'kept');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ a: 1, msg: 'kept' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(lines).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('refuses a level that there is not', () => {
    expect(() => logTo({ level: 'loud' })).toThrow('no level');
  });
});
