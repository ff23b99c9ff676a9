import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { isRunning } from '../hazards/process-table.ts';

const HOST = join(import.meta.dirname, 'starving-host.ts');

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
    // The neighbour is in the process group of the host: a signal to 0 would end it.
    const script = `sleep 300 >&- 2>&- & echo $!; ulimit -n 400; exec "$0" --no-node-snapshot "$1"`;
    const group = spawn('sh', ['-c', script, process.execPath, HOST], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = await Promise.all([text(group.stdout), text(group.stderr)]);
    if (group.exitCode === null && group.signalCode === null) await once(group, 'exit');
    const [neighbour = '', ...lines] = out.trim().split('\n');
    const isAlive = isRunning(Number(neighbour));
    if (isAlive) process.kill(Number(neighbour), 'SIGKILL');
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
