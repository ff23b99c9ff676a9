import type { FleetProcess } from './fleet-process.ts';
import type { CallKind, FleetTally, Heard } from './fleet-tally.ts';
import type { FleetWorld } from './fleet-world.ts';

const ANSWER_MS = 60_000;
const KINDS: readonly CallKind[] = [
  ...Array.from({ length: 9 }, () => 'mark' as const),
  ...(['again', 'again', 'guarded', 'guarded', 'keep', 'keep', 'keep', 'keep', 'read'] as const),
];

/** Programs that call tools of any host, and operators who approve, until they are told to stop. */
export class FleetClient {
  readonly #world: FleetWorld;
  readonly #tally: FleetTally;
  readonly #approved = new Set<string>();
  #last = 0;
  #isOver = false;

  constructor(world: FleetWorld, tally: FleetTally) {
    this.#world = world;
    this.#tally = tally;
  }

  /** Settles when all have stopped. */
  async run(workers: number): Promise<void> {
    const calling = Array.from({ length: workers }, () => this.#callOn());
    await Promise.all([...calling, this.#approveOn(), this.#makeTokens()]);
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Whether a host answers a call that ran on a node. */
  async ping(host: FleetProcess): Promise<boolean> {
    const answer = await this.#call(host, 'ping', {}, 5_000);
    return answer?.ok === true;
  }

  /** The value that a host has for a key, `undefined` in words if it has none; or why it says nothing of it. */
  async read(host: FleetProcess, mark: string): Promise<Reading<string>> {
    const answer = await this.#call(host, 'read', { mark }, ANSWER_MS);
    if (answer?.ok === true) return { value: String(answer.text) };
    return { unread: answer === undefined ? 'no answer' : (answer.code ?? answer.status) };
  }

  /** Whether a host lets a token in, or why it says nothing of it. */
  async accepts(host: FleetProcess, token: string): Promise<Reading<boolean>> {
    const answer = await this.#ask(host, '/api/host', { token, ms: 10_000 });
    if (answer?.status === 200) return { value: true };
    if (answer?.status === 401) return { value: false };
    return { unread: answer === undefined ? 'no answer' : `HTTP ${answer.status}` };
  }

  /** What a host holds against nodes, which are all honest here. */
  async blamed(host: FleetProcess): Promise<readonly string[]> {
    const answer = await this.#ask(host, '/health', { ms: 10_000 });
    const { diagnostics = [] } = (answer?.body ?? {}) as { diagnostics?: readonly Trouble[] };
    return diagnostics
      .filter(({ code }) => code === 'frames_refused' || code === 'fleet_node_distrusted')
      .map(({ message }) => `${host.name}: ${message}`);
  }

  async #callOn(): Promise<void> {
    while (!this.#isOver) {
      const kind = pick(KINDS);
      this.#last += 1;
      const mark = `m${this.#last}x`;
      if (kind === 'read') await this.#readBack();
      else {
        const heard = await this.#callMarked(kind, mark);
        // A client that heard nothing of a call on hold makes it again, elsewhere.
        if (kind === 'guarded' && heard === 'nothing' && !this.#isOver)
          await this.#callMarked(kind, mark);
      }
    }
  }

  async #callMarked(kind: CallKind, mark: string): Promise<Heard> {
    const host = pick(this.#world.hosts);
    const before = host.faults;
    const startedAt = performance.now();
    const answer = await this.#call(host, kind, { mark }, ANSWER_MS);
    const heard = heardOf(answer);
    this.#tally.note(kind, mark, heard, answer?.code);
    const isLate = performance.now() - startedAt > ANSWER_MS - 1_000;
    if (heard === 'nothing' && isLate && host.faults === before && kind !== 'guarded')
      this.#tally.hung.push(`${kind} ${mark} on ${host.name}`);
    // A host that is away is not asked a thousand times a second.
    if (heard === 'nothing') await pause(200);
    return heard;
  }

  async #readBack(): Promise<void> {
    const mark = pick([...this.#tally.kept]);
    if (mark === undefined) return pause(50);
    const host = pick(this.#world.hosts);
    const reading = await this.read(host, mark);
    this.#tally.note('read', mark, 'unread' in reading ? 'nothing' : 'ok');
    if ('value' in reading && reading.value !== mark)
      this.#tally.lost.push(`${mark} is ${reading.value} on ${host.name}`);
  }

  async #approveOn(): Promise<void> {
    while (!this.#isOver) {
      const listed = await this.#ask(pick(this.#world.hosts), '/api/approvals?limit=100', {
        ms: 5_000,
      });
      const { approvals = [] } = (listed?.body ?? {}) as { approvals?: readonly Held[] };
      for (const { id, hash, args } of approvals) {
        if (this.#approved.has(id)) continue;
        this.#approved.add(id);
        const [mark = ''] = /m\d+x/.exec(args) ?? [];
        // An answer that is lost may have counted.
        this.#tally.approvals.set(mark, (this.#tally.approvals.get(mark) ?? 0) + 1);
        const path = `/api/approvals/${encodeURIComponent(id)}/approve`;
        await this.#ask(pick(this.#world.hosts), path, { body: { hash }, ms: 10_000 });
      }
      await pause(100);
    }
  }

  async #makeTokens(): Promise<void> {
    while (!this.#isOver) {
      await pause(1_000);
      const body = { agents: ['main'], roles: ['view'] };
      const made = await this.#ask(pick(this.#world.hosts), '/api/tokens', { body, ms: 10_000 });
      const { token, record } = (made?.body ?? {}) as { token?: string; record?: { id: string } };
      if (made?.status !== 200 || token === undefined || record === undefined) continue;
      const known = { token, isRevoked: false };
      this.#tally.tokens.set(record.id, known);
      if (Math.random() < 0.5) continue;
      const path = `/api/tokens/${encodeURIComponent(record.id)}/revoke`;
      const revoked = await this.#ask(pick(this.#world.hosts), path, { body: {}, ms: 10_000 });
      // Without an answer it may be either.
      if (revoked?.status === 200) known.isRevoked = true;
      else this.#tally.tokens.delete(record.id);
    }
  }

  async #call(
    host: FleetProcess,
    name: string,
    args: object,
    ms: number,
  ): Promise<CallResult | undefined> {
    const body = { session: 's', approvalWaitMs: 30_000, calls: [{ name, args }] };
    const answer = await this.#ask(host, '/api/agents/main/calls', { body, ms });
    const { results } = (answer?.body ?? {}) as { results?: readonly CallResult[] };
    if (results?.[0] !== undefined) return results[0];
    // The host was asked and said no before there was a call.
    return answer === undefined ? undefined : { ok: false, status: 'refused', effects: 'none' };
  }

  async #ask(
    host: FleetProcess,
    path: string,
    { body, token, ms }: { readonly body?: object; readonly token?: string; readonly ms: number },
  ): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
    try {
      const { url } = JSON.parse(await host.firstLine) as { readonly url: string };
      const bearer = token ?? this.#world.tokenOf(host);
      const answer = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ms),
      });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return undefined;
    }
  }
}

/** What a host says of something that was acknowledged. */
export type Reading<Value> = { readonly value: Value } | { readonly unread: string };

interface Trouble {
  readonly code: string;
  readonly message: string;
}

interface Held {
  readonly id: string;
  readonly hash: string;
  readonly args: string;
}

interface CallResult {
  readonly ok: boolean;
  readonly status: string;
  readonly effects?: string;
  readonly code?: string;
  readonly text?: string;
}

function heardOf(answer: CallResult | undefined): Heard {
  if (answer === undefined) return 'nothing';
  if (answer.ok) return 'ok';
  if (answer.status === 'refused') return 'refused';
  return answer.effects === 'none' ? 'failed: none' : 'failed: unknown';
}

export function pick<Item>(items: readonly Item[]): Item {
  // Empty lists are looked at by those who have one.
  return items[Math.floor(Math.random() * items.length)] as Item;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
