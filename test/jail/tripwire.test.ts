import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Child } from '../../packages/processes/src/index.ts';
import { Jail } from '../../packages/sandbox/src/processes/jail.ts';
import { ensureRuntime } from '../../packages/sandbox/src/runtime/runtime-files.ts';

/** What came of each trick of JavaScript in a runner that is ready, without a jail around it. */
async function playTricks(): Promise<{ readonly [trick: string]: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'mortise-tripwire-'));
  try {
    const files = await ensureRuntime();
    cpSync(files.directory, directory, { recursive: true });
    const source = readFileSync(new URL('./tripwire-payload.ts', import.meta.url), 'utf8');
    const runner = join(directory, 'payload.js');
    writeFileSync(runner, stripTypeScriptTypes(source));
    const snapshot = join(directory, 'prelude.snapshot');
    const child = Child.start({
      program: process.execPath,
      args: new Jail({ tier: 'off' }).launchArguments({ ...files, directory, runner, snapshot }),
      cwd: directory,
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    let said = '';
    child
      .stream(2)
      ?.setEncoding('utf8')
      .on('data', (chunk: string) => {
        said += chunk;
      });
    await child.ended;
    return JSON.parse(said);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

describe('JavaScript that got out of an isolate (S-8)', () => {
  it('finds nothing of Node permitted in its runner, threads without permissions included', async () => {
    expect(await playTricks()).toEqual({
      'a thread without permissions': 'ERR_ACCESS_DENIED',
      'reading its runtime': 'ERR_ACCESS_DENIED',
      'reading a file': 'ERR_ACCESS_DENIED',
      'a native addon': 'ERR_ACCESS_DENIED',
      'a database': 'ERR_UNKNOWN_BUILTIN_MODULE',
      'a program': 'ERR_ACCESS_DENIED',
    });
  });
});
