import type { ApprovalView } from '@mortise/host';
import type { ApprovalWorld } from './approval-world.ts';
import { pause } from './mark-client.ts';

/** A decision that was acknowledged. */
export interface Acknowledged {
  readonly verdict: 'approve' | 'deny';
  readonly way: 'api' | 'command' | 'command without a host';
}

const APPROVED = 0.72;
const DENIED = 0.1;

/** Persons who decide calls on hold, over HTTP and by command; what they leave alone waits on. */
export class Approver {
  readonly #world: ApprovalWorld;
  /** By the id of the hold. */
  readonly acknowledged = new Map<string, Acknowledged>();
  /** Holds that were shown as waiting. */
  readonly seen = new Set<string>();

  constructor(world: ApprovalWorld) {
    this.#world = world;
  }

  /** Decides over HTTP until the host is gone. */
  async decideOverHttp(url: string, isOver: () => boolean): Promise<void> {
    let after = 0;
    while (!isOver()) {
      const answer = await this.#ask(`${url}/api/approvals?wait=1&limit=500&after=${after}`);
      if (answer === undefined) {
        await pause(5);
        continue;
      }
      const { approvals, mark } = answer as { approvals: ApprovalView[]; mark: number };
      after = mark;
      await Promise.all(approvals.map((each) => this.#decide(url, each)));
    }
  }

  /** Decides one of those that wait by a command, whether a host runs or not. */
  async decideByCommand(way: 'command' | 'command without a host'): Promise<void> {
    const listed = await this.#world.type('approvals', 'list', '--json');
    if (!listed.isDone) return;
    const { approvals } = JSON.parse(listed.out) as { approvals: ApprovalView[] };
    for (const { id } of approvals) this.seen.add(id);
    const one = approvals[Math.floor(Math.random() * approvals.length)];
    if (one === undefined) return;
    const verdict = Math.random() < 0.85 ? 'approve' : 'deny';
    const { isDone } = await this.#world.type('approvals', verdict, one.id, '--hash', one.hash);
    if (isDone) this.acknowledged.set(one.id, { verdict, way });
  }

  async #decide(url: string, { id, hash, state, agent }: ApprovalView): Promise<void> {
    if (state !== 'waiting' || agent !== 'main') return;
    this.seen.add(id);
    const luck = Math.random();
    if (luck > APPROVED + DENIED) return;
    await pause(Math.random() * 150);
    const verdict = luck < APPROVED ? 'approve' : 'deny';
    const answer = await this.#ask(`${url}/api/approvals/${id}/${verdict}`, { hash });
    if (answer !== undefined) this.acknowledged.set(id, { verdict, way: 'api' });
  }

  /** `undefined` if the host died, or said no. */
  async #ask(url: string, body?: object): Promise<unknown> {
    try {
      const answer = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${this.#world.tokenFor('approve')}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const value: unknown = await answer.json();
      return answer.ok ? value : undefined;
    } catch {
      return undefined;
    }
  }
}
