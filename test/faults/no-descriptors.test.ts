import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isRunning } from '../hazards/process-table.ts';

const HOST = join(import.meta.dirname, 'starving-host.ts');
const GUARD_SECONDS = 55;

interface Half {
  readonly half: string;
  readonly loaded: string;
  readonly codes: readonly string[];
  readonly ran: string;
  readonly warm: string;
  readonly mcp: readonly string[];
}

describe('a host without free descriptors (S-3, S-4)', () => {
  it('ends neither itself nor its process group, says why, and goes on when it has some again', {
    timeout: 60_000,
  }, async () => {
    // The neighbour is in the process group of the host: a signal to 0 would end it. The guard ends all of
    // it in any case, even if this test was killed and the host has stopped looking at its timers.
    const script = `(sleep ${GUARD_SECONDS}; kill -9 0) >&- 2>&- & sleep 300 >&- 2>&- & echo $!
      ulimit -n 400; exec "$0" --no-node-snapshot "$1" "$2"`;
    const folder = mkdtempSync(join(tmpdir(), 'mortise-starving-'));
    const group = spawn('sh', ['-c', script, process.execPath, HOST, folder], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      endGroup(group.pid);
      rmSync(folder, { recursive: true, force: true });
    });
    const [out, err] = await Promise.all([text(group.stdout), text(group.stderr)]);
    if (group.exitCode === null && group.signalCode === null) await once(group, 'exit');
    const [neighbour = '', ...lines] = out.trim().split('\n');
    const isAlive = isRunning(Number(neighbour));
    expect({ exit: group.exitCode, signal: group.signalCode, err, isAlive }).toMatchObject({
      ...{ exit: 0, signal: null, isAlive: true },
    });
    const [starving, fed] = lines.map((line) => JSON.parse(line) as Half);
    expect(starving).toMatchObject({
      ...{ loaded: 'failed', codes: ['process_not_started'] },
      ran: expect.stringMatching(/capability_failed: .*descriptors left/),
      warm: expect.stringMatching(/^extension_unavailable: No process got ready .*descriptors/),
      mcp: [expect.stringContaining('EMFILE')],
    });
    expect(fed).toMatchObject({ loaded: 'loaded', ran: 'exit 0', warm: 'warm says so' });
  });
});

/** The host, its runners, the neighbour and the guard. */
function endGroup(leader: number | undefined): void {
  if (leader === undefined || leader <= 1) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
