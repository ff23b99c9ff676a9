import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const MODULE = pathToFileURL(join(import.meta.dirname, '..', 'bin', 'bound-memory.js')).href;
const YOUNG = '--max-semi-space-size=16';
const OLD = '--heap-growing-percent=100';
/** Prints what it was started with, after it has become what it becomes. */
const PROGRAM = `data:text/javascript,${encodeURIComponent(`import { boundMemory } from '${MODULE}';
boundMemory();
const { pid, execArgv, argv, env } = process;
const own = execArgv.filter((text) => !text.startsWith('data:') && text !== '--import');
process.stdout.write(JSON.stringify({ pid, own, words: argv.slice(2), arenas: env.MALLOC_ARENA_MAX }));
process.exit(0);`)}`;

function start(words: readonly string[], options = '', nodeArguments: readonly string[] = []) {
  const argv = [...nodeArguments, '--import', PROGRAM, 'no-file.js', ...words];
  const env = { ...process.env, NODE_OPTIONS: options };
  const { pid, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8', env });
  return {
    pid,
    stderr,
    said: JSON.parse(stdout) as { pid: number; own: string[]; words: string[] },
  };
}

describe.skipIf(process.platform === 'win32')('the memory of commands that last', () => {
  it('bounds both generations of a host that serves, in the same process and in silence', () => {
    const { pid, said, stderr } = start(['serve', '--port', '0']);
    expect(said).toEqual({ pid, own: [YOUNG, OLD], words: ['serve', '--port', '0'], arenas: '1' });
    expect(stderr).toBe('');
  });

  it('keeps what Node was started with', () => {
    expect(start(['mcp'], '', ['--no-warnings']).said.own).toEqual(['--no-warnings', YOUNG, OLD]);
  });

  it('leaves bounds that the operator has set, and commands that end, as they are', () => {
    expect(start(['serve'], '--max-semi-space-size=32').said.own).toEqual([OLD]);
    expect(start(['serve'], '', ['--max_semi_space_size=4']).said.own).not.toContain(YOUNG);
    const own = ['--max-semi-space-size=4', '--heap_growing_percent=50'];
    expect(start(['serve'], '', own).said.own).toEqual(own);
    expect(start(['tools', 'serve']).said.own).toEqual([]);
  });
});
