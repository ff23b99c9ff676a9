import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFullRun } from '../../full-run.ts';
import { LimitedHost } from './limited-host.ts';
import { isRoot, LimitedWorld, UNSHARE } from './limited-world.ts';

const WAIT = { timeout: 30_000, interval: 200 };
const UNAVAILABLE = /^extension_unavailable: No process got ready/;

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const hasPrlimit = runs('prlimit', '--version');
const hasSetpriv = runs('setpriv', '--version');

interface Row {
  readonly lacks: string;
  /** Why this machine cannot try it; `undefined` if it can. */
  readonly obstacle: string | undefined;
  readonly take: (host: LimitedHost) => Promise<void>;
  readonly give: (host: LimitedHost) => void;
  readonly reason: RegExp;
}

const noPrlimit = hasPrlimit ? undefined : 'there is no prlimit here';

/** What keeps a host that serves from starting processes. */
const STARVED: readonly Row[] = [
  {
    lacks: 'descriptors (ulimit -n)',
    obstacle: noPrlimit,
    take: async (host) => {
      // None at all until its runners are gone; then enough for requests and not for a process.
      host.limit('nofile', 8);
      await host.endChildren();
      host.limit('nofile', readdirSync(`/proc/${host.pid}/fd`).length + 4);
    },
    give: (host) => host.unlimit('nofile'),
    reason: /descriptors left \(ulimit -n\)/,
  },
  {
    lacks: 'processes (ulimit -u)',
    obstacle: noPrlimit ?? (isRoot && !hasSetpriv ? 'root has no such limit' : undefined),
    take: async (host) => {
      host.limit('nproc', 1);
      await host.endChildren();
    },
    give: (host) => host.unlimit('nproc'),
    reason: /no further process may be started now \(ulimit -u\)/,
  },
];

describe('a host that serves (S-3, T-9)', () => {
  const opened = new AsyncDisposableStack();
  let host: LimitedHost;
  beforeAll(async () => {
    // Root is exempt from the limit of processes, and an account with others would not count alone.
    const uid = isRoot && hasSetpriv ? { uid: 61_000 + (process.pid % 4_000) } : {};
    host = opened.use(await LimitedHost.start(opened.use(await LimitedWorld.open(uid))));
  }, 120_000);
  afterAll(() => opened.disposeAsync());

  it.each(STARVED)(
    'stays alive without $lacks, says so, widens nothing, and goes on when it has some',
    {
      timeout: 120_000,
    },
    async ({ obstacle, take, give, reason }) => {
      if (obstacle !== undefined) return console.log(`not tried: ${obstacle}`);
      expect(await host.call('run')).toBe('exit 0');
      const before = await host.rights();
      await take(host);
      const answer = await host.call('echo');
      expect(answer).toMatch(UNAVAILABLE);
      expect(answer).toMatch(reason);
      expect(await host.call('denied')).toMatch(/^not_available: .* is denied/);
      const listed = await host.diagnostics();
      expect(listed).toMatchObject([{ code: 'runners_unavailable', severity: 'error' }]);
      expect(listed[0]?.message).toMatch(reason);
      expect(await host.health()).toBe('degraded');
      expect(await host.rights()).toEqual(before);
      give(host);
      await vi.waitFor(async () => expect(await host.call('run')).toBe('exit 0'), WAIT);
      await vi.waitFor(async () => expect(await host.health()).toBe('ok'), WAIT);
      expect(await host.diagnostics()).toEqual([]);
      expect([await host.rights(), host.isAlive]).toEqual([before, true]);
    },
  );
});

/** Kilobytes that a host may have and its runners cannot do with; how much that is depends on Node. */
const MEMORY_KB = [2_250_000, 2_100_000, 2_000_000, 1_900_000, 1_800_000];

describe('a host whose runners have no room (ulimit -v; S-3, T-9)', () => {
  it('blames no extension, says so, widens nothing, and goes on when they have it', {
    timeout: 240_000,
  }, async ({ skip }) => {
    skip(!isFullRun(), 'it looks for the right amount of memory: `pnpm test:full` does');
    skip(!hasPrlimit, 'there is no prlimit here');
    for (const memoryKb of MEMORY_KB) {
      using world = await LimitedWorld.open({ memoryKb });
      // Less than Node itself needs: V8 says so and ends, before anything was opened.
      const host = await LimitedHost.start(world).catch(() => undefined);
      if (host === undefined) continue;
      await using _host = host;
      const before = await host.rights();
      const answer = await host.call('echo');
      if (answer === 'echoed') continue;
      expect(answer).toMatch(/^extension_unavailable: No process got ready .*out of memory/);
      expect(await host.call('denied')).toMatch(/^not_available: .* is denied/);
      expect(await host.diagnostics()).toMatchObject([{ code: 'runners_unavailable' }]);
      expect([await host.health(), await host.rights()]).toEqual(['degraded', before]);
      host.unlimit('as');
      await vi.waitFor(async () => expect(await host.call('echo')).toBe('echoed'), WAIT);
      await vi.waitFor(async () => expect(await host.health()).toBe('ok'), WAIT);
      expect([await host.rights(), host.isAlive]).toEqual([before, true]);
      return;
    }
    skip(true, 'this Node needs as much memory for a host as for a runner');
  });
});

describe('a host on a small disk (tmpfs; T-9, M-4)', () => {
  it('stays alive when it is full, says so, changes no file by half, and goes on when there is room', {
    timeout: 120_000,
  }, async ({ skip }) => {
    const [unshare = '', ...flags] = UNSHARE;
    const canMount = runs(unshare, ...flags, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt');
    skip(!canMount, 'this account may not mount, not even in a namespace of its own');
    using world = await LimitedWorld.open({ diskKb: 4_000 });
    await using host = await LimitedHost.start(world);
    expect(await host.call('put', { size: 1_000 })).toBe('stored');
    const before = await host.rights();
    const ballast = join(world.seen(host.pid), 'ballast');
    fill(ballast);
    expect(await host.call('put', { size: 200_000 })).toMatch(
      /^capability_failed: The disk is full/,
    );
    expect(await host.call('load_tools', { toolkit: 'kit' })).toMatch(
      /Nothing was changed: .*disk is full.*"status":"error"/,
    );
    expect(await host.call('denied')).toMatch(/^not_available: .* is denied/);
    const codes = (await host.diagnostics()).map(({ code }) => code);
    expect(codes).toContain('state_file_unusable');
    expect(await host.health()).toBe('degraded');
    const [exit, said] = host.type('allow', 'main', 'kit_tool');
    expect([exit, said]).toEqual([expect.any(Number), expect.stringContaining('disk_full')]);
    expect(exit).not.toBe(0);
    expect(await host.rights()).toEqual(before);
    rmSync(ballast);
    await vi.waitFor(
      async () => expect(await host.call('put', { size: 200_000 })).toBe('stored'),
      WAIT,
    );
    expect(await host.call('load_tools', { toolkit: 'kit' })).toContain('"status":"loaded"');
    await vi.waitFor(async () => expect(await host.health()).toBe('ok'), WAIT);
    expect([await host.diagnostics(), host.isAlive]).toEqual([[], true]);
  });
});

/** Leaves nothing: the last bytes go one by one. */
function fill(path: string): void {
  for (let size = 1_000_000; size >= 1; size = size > 1 ? Math.floor(size / 10) : 0) {
    for (;;) {
      try {
        appendFileSync(path, Buffer.alloc(size));
      } catch {
        break;
      }
    }
  }
}
