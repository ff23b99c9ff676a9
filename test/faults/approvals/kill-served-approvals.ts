import { join } from 'node:path';
import { SILENT_LOGGER } from '@mortise/core';
import {
  type ApprovalView,
  type AuditPage,
  SqliteApprovalStore,
  searchAudit,
  verifyAudit,
} from '@mortise/host';
import { viewApproval } from '../../../packages/host/src/approvals/approval-view.ts';
import { ServedProcess } from '../kills/served-process.ts';
import { ApprovalWorld } from './approval-world.ts';
import { Approver } from './approver.ts';
import { type ApprovalFaults, checkApprovals } from './check-approvals.ts';
import { CLIENT_KINDS, type ClientKind, type Heard, MarkClient, pause } from './mark-client.ts';

export interface ServedApprovalKills extends ApprovalFaults {
  readonly kills: number;
  /** What the most advanced call of a host was about when it was killed. */
  readonly phases: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, number>>;
  readonly executions: number;
  /** Holds of which `approvals show` says that it cannot be known whether their call ran. */
  readonly unknown: number;
  /** Acknowledged decisions, by their way. */
  readonly ways: Readonly<Record<string, number>>;
  readonly failedStarts: readonly string[];
  readonly seconds: number;
}

/** Marks that one client calls for in one round, those before it that were not answered first. */
const PER_CLIENT = 3;
/** What takes longer, a start or the first call of a round, is given up and told. */
const LONGEST_MS = 90_000;

/** Kills `mortise serve` over and over while calls wait, are approved and run. */
export async function killServedApprovals(kills: number): Promise<ServedApprovalKills> {
  using world = await ApprovalWorld.open();
  return await new ServedKilling(world).run(kills);
}

class ServedKilling {
  readonly #world: ApprovalWorld;
  readonly #approver: Approver;
  readonly #heard = new Map<string, Heard[]>();
  readonly #phases: Record<string, number> = {};
  readonly #failedStarts: string[] = [];
  /** By client: marks whose call was not answered. */
  readonly #open = new Map<ClientKind, string[]>();
  #marks = 0;

  constructor(world: ApprovalWorld) {
    this.#world = world;
    this.#approver = new Approver(world);
  }

  async run(kills: number): Promise<ServedApprovalKills> {
    const startedAt = performance.now();
    for (let round = 0; round < kills; round += 1) await this.#round(round);
    const found = await this.#lookAtAll();
    return {
      ...found,
      ...{ kills, phases: this.#phases, failedStarts: this.#failedStarts },
      ways: counted([...this.#approver.acknowledged.values()].map(({ way }) => way)),
      seconds: (performance.now() - startedAt) / 1_000,
    };
  }

  async #round(round: number): Promise<void> {
    // A person may decide while no host runs.
    if (round % 4 === 3) await this.#approver.decideByCommand('command without a host');
    const served = new ServedProcess(this.#world);
    const url = await Promise.race([served.ready, tooLate()]);
    if (url === undefined) {
      await served.kill();
      this.#failedStarts.push(served.said);
      return;
    }
    const [before, since] = [this.#world.executions().length, Date.now()];
    const clients = await this.#connectAll(url);
    const isOver = () => served.isOver;
    const working = Promise.all([
      this.#approver.decideOverHttp(url, isOver),
      ...clients.map(([kind, client]) => this.#callAll(kind, client, isOver)),
      round % 3 === 1 ? this.#approver.decideByCommand('command') : undefined,
    ]);
    await this.#untilUnderWay(served, round, before);
    await pause(Math.random() * (round % 2 === 0 ? 40 : 400));
    await served.kill();
    // They would try to reach it again for a while.
    for (const [, client] of clients) await client[Symbol.asyncDispose]();
    await working;
    const phase = await this.#phase(since);
    this.#phases[phase] = (this.#phases[phase] ?? 0) + 1;
  }

  async #connectAll(url: string): Promise<readonly (readonly [ClientKind, MarkClient])[]> {
    const found = await Promise.all(
      CLIENT_KINDS.map(async (kind) => {
        const session = `${kind.agent}-${kind.revision}`;
        return [
          kind,
          await MarkClient.connect({ world: this.#world, url, kind, session }),
        ] as const;
      }),
    );
    return found.flatMap(([kind, client]) =>
      client === undefined ? [] : [[kind, client] as const],
    );
  }

  /** Not before a call waits, and every third time not before one ran, however slow the machine is. */
  async #untilUnderWay(served: ServedProcess, round: number, before: number): Promise<void> {
    const isUnderWay = async () => {
      if (round % 3 === 0) return this.#world.executions().length > before;
      const answer = await served.ask('/api/approvals?limit=1');
      return (answer as { approvals?: readonly unknown[] } | undefined)?.approvals?.length !== 0;
    };
    const until = performance.now() + LONGEST_MS;
    while (!served.isOver && !(await isUnderWay())) {
      if (performance.now() > until) {
        this.#failedStarts.push(`no call was under way in ${LONGEST_MS} ms: ${served.said}`);
        return;
      }
      await pause(10);
    }
  }

  async #callAll(kind: ClientKind, client: MarkClient, isOver: () => boolean): Promise<void> {
    const waiting = this.#open.get(kind) ?? [];
    while (waiting.length < PER_CLIENT) waiting.push(this.#newMark());
    this.#open.set(kind, waiting);
    await Promise.all(
      waiting.slice(0, PER_CLIENT).map(async (mark) => {
        // One that waits for a person is asked for again until it is decided.
        for (let heard: Heard | undefined; !isOver() && heard === undefined; ) {
          const answer = await client.call(mark);
          this.#heard.set(mark, [...(this.#heard.get(mark) ?? []), answer]);
          if (answer === 'ran' || (typeof answer === 'object' && !isPending(answer)))
            heard = answer;
          if (heard !== undefined) this.#open.set(kind, without(this.#open.get(kind) ?? [], mark));
          if (answer === 'nothing') await pause(5);
        }
      }),
    );
  }

  /** How far calls had come since then, read from the state that the kill left. */
  async #phase(since: number): Promise<string> {
    await using store = this.#openStore();
    const { held } = await store.list({ limit: 100_000 });
    if (held.some(({ state, use }) => state === 'used' && (use?.at ?? 0) >= since))
      return 'about to run or running';
    if (held.some(({ state }) => state === 'approved')) return 'approved and not begun';
    return held.some(({ state }) => state === 'waiting') ? 'waiting' : 'answered';
  }

  #openStore(): SqliteApprovalStore {
    const path = join(this.#world.state, 'state.db');
    return new SqliteApprovalStore({ path, now: Date.now, logger: SILENT_LOGGER });
  }

  /** As `approvals list --all` shows them, however many there are. */
  async #holds(): Promise<readonly ApprovalView[]> {
    await using store = this.#openStore();
    const { held } = await store.list({ limit: 100_000 });
    return held.map((each) => viewApproval(each, { now: Date.now(), callers: 0 }));
  }

  async #lookAtAll() {
    const holds = await this.#holds();
    const executions = this.#world.executions();
    const log = join(this.#world.state, 'audit.jsonl');
    const { seen, acknowledged } = this.#approver;
    const recorded = await startedCalls(log);
    const facts = { holds, executions, heard: this.#heard, acknowledged, seen, recorded };
    const faults = checkApprovals(facts);
    const verdict = await verifyAudit(log);
    const broken = verdict.isIntact
      ? []
      : [`the audit log is broken: ${JSON.stringify(verdict.broken)}`];
    const used = holds.filter(({ state }) => state === 'used');
    const unsaid = await this.#unsaid(used);
    return {
      ...faults,
      untrue: [...faults.untrue, ...broken, ...unsaid],
      states: counted(holds.map(({ state }) => state)),
      executions: executions.length,
      unknown: used.length,
    };
  }

  /** Holds in use of which `approvals show` does not say that their effects are unknown. */
  async #unsaid(used: readonly ApprovalView[]): Promise<readonly string[]> {
    const unsaid: string[] = [];
    for (const { id } of used) {
      const { said } = await this.#world.type('approvals', 'show', id);
      if (!said.includes('no end was written, effects: unknown')) unsaid.push(`${id}: ${said}`);
    }
    return unsaid;
  }

  #newMark(): string {
    this.#marks += 1;
    return `m${this.#marks}`;
  }
}

/** Does not keep the program from ending. */
function tooLate(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), LONGEST_MS).unref());
}

function isPending({ refused }: { readonly refused: string }): boolean {
  return refused.includes('waits for approval') || refused.includes('approval_pending');
}

function without(marks: readonly string[], mark: string): string[] {
  return marks.filter((each) => each !== mark);
}

function counted(words: readonly string[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(words, (word) => word);
  return Object.fromEntries([...groups].map(([word, all]) => [word, all.length]));
}

async function startedCalls(log: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let page: AuditPage | undefined; page === undefined || page.next !== undefined; ) {
    const query = { action: 'tools.start', limit: 1_000 };
    page = await searchAudit(
      log,
      page?.next === undefined ? query : { ...query, before: page.next },
    );
    for (const { callId } of page.records) if (callId !== undefined) found.add(callId);
  }
  return found;
}
