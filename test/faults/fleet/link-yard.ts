import { execFileSync } from 'node:child_process';
import { createServer, connect as dial, type Server } from 'node:net';

/** A network of its own for one process, which can be cut from all others and slowed down. */
export interface Link {
  /** The process, as the machine of this test reaches it. */
  readonly address: string;
  /** This machine, as the process reaches it. */
  readonly hub: string;
  cut(): void;
  mend(): void;
  /** False if this kernel cannot delay packets. */
  slow(ms: number): boolean;
}

const INSIDE = '--in-own-network';

/**
 * Networks of processes: this program starts itself again in a network namespace of its own, in which it makes a pair of
 * devices for each process. All of it goes with the processes. Without the rights for that all share loopback, and
 * links cannot be cut.
 */
export class LinkYard {
  readonly hasLinks: boolean;
  #count = 0;

  constructor() {
    this.hasLinks = process.argv.includes(INSIDE);
    if (this.hasLinks) execFileSync('ip', ['link', 'set', 'lo', 'up']);
  }

  /** Makes the network of a process that has left that of this one (`unshare -n`). */
  join(pid: number): Link | undefined {
    if (!this.hasLinks) return undefined;
    this.#count += 1;
    const [high, low] = [this.#count >> 6, (this.#count & 63) * 4];
    const [name, hub, address] = [
      `v${this.#count}`,
      `10.77.${high}.${low + 1}`,
      `10.77.${high}.${low + 2}`,
    ];
    run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'e0', 'netns', String(pid));
    run('ip', 'addr', 'add', `${hub}/30`, 'dev', name);
    run('ip', 'link', 'set', name, 'up');
    const inside = `ip link set lo up; ip addr add ${address}/30 dev e0; ip link set e0 up`;
    run('nsenter', '-t', String(pid), '-n', 'sh', '-c', inside);
    const queue = ['tc', 'qdisc', 'replace', 'dev', name, 'root'] as const;
    const quietly = (...words: readonly [string, ...string[]]) => {
      try {
        run(...words);
        return true;
      } catch {
        // The process is gone and its devices with it, or the kernel has no such queue.
        return false;
      }
    };
    return {
      ...{ address, hub },
      // One way without a word to either side, or both ways, as a cable that is pulled.
      cut: () =>
        void (Math.random() < 0.5
          ? quietly(...queue, 'tbf', ...NOTHING)
          : quietly('ip', 'link', 'set', name, 'down')),
      mend: () => {
        quietly('tc', 'qdisc', 'del', 'dev', name, 'root');
        quietly('ip', 'link', 'set', name, 'up');
      },
      // Not every kernel can delay packets; one that lets few of them through makes them late, too.
      slow: (ms) =>
        quietly(...queue, 'netem', 'delay', `${ms}ms`, `${ms / 3}ms`) ||
        quietly(...queue, 'tbf', ...FEW),
    };
  }
}

/** So little that nothing gets through. */
const NOTHING = ['rate', '8bit', 'burst', '1', 'limit', '1'];
const FEW = ['rate', '200kbit', 'burst', '3200', 'limit', '60000'];

/** Starts this program again in a network of its own; undefined if it runs in one, or if there can be none. */
export function ownNetwork(): readonly [string, readonly string[]] | undefined {
  if (process.argv.includes(INSIDE)) return undefined;
  try {
    run('unshare', '-n', 'ip', 'link', 'set', 'lo', 'up');
    run('nsenter', '--version');
  } catch {
    return undefined;
  }
  const [node = '', ...args] = process.argv;
  return ['unshare', ['-n', node, ...args, INSIDE]];
}

/** Has a port of loopback reached from every network of a yard. */
export function forward(
  { hasLinks }: LinkYard,
  port: number,
): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer((socket) => {
    const other = dial(port, '127.0.0.1');
    for (const each of [socket, other]) each.setNoDelay(true).on('error', () => undefined);
    socket.pipe(other).pipe(socket);
    socket.on('close', () => other.destroy());
    other.on('close', () => socket.destroy());
  });
  return new Promise((resolve) =>
    server.listen(0, hasLinks ? '0.0.0.0' : '127.0.0.1', () => {
      const address = server.address();
      const own = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ port: own, server });
    }),
  );
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
