import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const HOST = fileURLToPath(new URL('./orphan-host.fixture.ts', import.meta.url));

describe('runners of a host that was killed (S-4)', () => {
  it.each([
    { way: 'idle', when: 'its guests are idle' },
    { way: 'loop', when: 'a guest loops' },
    { way: 'native', when: 'a guest is stuck in native code that nothing interrupts' },
  ])('are gone within a second when $when', async ({ way }) => {
    const host = spawn(process.execPath, [HOST, way], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(host.stdout.setEncoding('utf8'), 'data');
    const pids: number[] = JSON.parse(line);
    expect(pids.length).toBeGreaterThan(1);
    expect(pids.every(isAlive)).toBe(true);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await sleep(1_000);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

/** A process whose new parent has not collected it yet is dead all the same. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return false;
  }
}
