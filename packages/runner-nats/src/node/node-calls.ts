import { fail, type Logger, refuse, type ToolOutcome } from '@mortise/contracts';
import { readCallBody } from '../wire/call-body.ts';
import type { HostFrame } from '../wire/host-to-node.ts';
import { parseJson, toHost } from '../wire/node-to-host.ts';
import { writeOutcome } from '../wire/write-outcome.ts';
import type { HostLink } from './host-link.ts';
import { NodeCall, partsOfId } from './node-call.ts';
import type { NodeExtensions } from './node-extensions.ts';

export interface NodeCallsParts {
  readonly extensions: NodeExtensions;
  /** The hosts that were heard lately, by their id. */
  readonly links: ReadonlyMap<string, HostLink>;
  readonly logger: Logger;
  /** Calls of all hosts at once; more are passed on to other nodes. */
  readonly maxCalls: number;
  /** What it has claimed is worth nothing after that. */
  readonly claimMs: number;
}

type Frame<Kind extends HostFrame['kind']> = Extract<HostFrame, { readonly kind: Kind }>;

/** Takes calls of hosts, claims them, and runs those that their host lets it. */
export class NodeCalls {
  readonly #parts: NodeCallsParts;
  #size = 0;
  #isDraining = false;

  constructor(parts: NodeCallsParts) {
    this.#parts = parts;
  }

  get extensions(): NodeExtensions {
    return this.#parts.extensions;
  }

  get size(): number {
    return this.#size;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  find(id: string): NodeCall | undefined {
    const { hostId, seq } = partsOfId(id);
    return this.#parts.links.get(hostId)?.calls.get(seq);
  }

  /** Calls with this id of their host, which several hosts may have given to theirs. */
  withCallId(callId: string): readonly NodeCall[] {
    return this.#all().filter(({ request, isRunning }) => isRunning && request.callId === callId);
  }

  /** No call is claimed any more; those that run go on. */
  drain(): void {
    this.#isDraining = true;
  }

  /** How many it claims ahead. Half of what it has room for, because each of its hosts is told the same. */
  get room(): number {
    return this.#isDraining ? 0 : Math.max(0, this.#parts.maxCalls - this.#size) >> 1;
  }

  offer(link: HostLink, frame: Frame<'call'>): void {
    if (this.#take(link, frame) !== undefined) link.outbox.send(toHost.claim({ seq: frame.seq }));
  }

  /** Runs a call that was claimed ahead, unless that was so long ago that its host may have lost this node since. */
  run(link: HostLink, frame: Frame<'run'>): void {
    const isStale = performance.now() - frame.at > this.#parts.claimMs;
    if (isStale) link.outbox.send(toHost.pass({ seq: frame.seq }));
    else {
      const call = this.#take(link, frame);
      if (call?.begin()) void this.#run(call);
    }
  }

  /** Undefined for what it has already, or does not take. */
  #take(
    link: HostLink,
    { seq, extension, allowedMs, body: json }: Frame<'call' | 'run'>,
  ): NodeCall | undefined {
    const request = readCallBody(json, allowedMs);
    if (this.#isDraining || this.#size >= this.#parts.maxCalls || request === undefined) {
      link.outbox.send(toHost.pass({ seq }));
      return undefined;
    }
    if (link.calls.has(seq)) return undefined;
    const now = performance.now();
    const call = new NodeCall(link, { seq, extensionKey: extension, request }, now);
    link.calls.add(call);
    this.#size += 1;
    if (this.#parts.extensions.mustAsk(extension, link.hostId, now))
      link.outbox.send(toHost.need({ key: extension }));
    return call;
  }

  go(link: HostLink, { seq }: Frame<'go'>): void {
    const call = link.calls.get(seq);
    if (call?.begin()) void this.#run(call);
  }

  /** Only what does not run yet can be dropped. */
  drop(link: HostLink, { seq }: Frame<'drop'>): void {
    const call = link.calls.get(seq);
    if (call !== undefined && !call.isRunning) this.#forget(call);
  }

  cancel(link: HostLink, { seq }: Frame<'cancel'>): void {
    const call = link.calls.get(seq);
    if (call?.isRunning) call.cancel();
    else if (call !== undefined) this.#forget(call);
  }

  answer(link: HostLink, { seq, id, isOk, value }: Frame<'answer'>): void {
    link.calls.get(seq)?.answer(id, { isOk, value: parseJson(value) });
  }

  /** The host is gone: what it gave is of no use to anyone, and what runs is stopped. */
  abandon(link: HostLink): void {
    for (const call of link.calls.values()) {
      if (call.isRunning) call.cancel();
      else this.#forget(call);
    }
  }

  /** Claims that their host did not answer for too long. */
  dropUnanswered(): void {
    const before = performance.now() - this.#parts.claimMs;
    for (const call of this.#all())
      if (!call.isRunning && call.claimedAt < before) this.#forget(call);
  }

  async #run(call: NodeCall): Promise<void> {
    const { seq, link, extensionKey, request } = call;
    // Brokers find the call by it. Who asked is known to the host alone.
    const caller = { ...request.caller, principalId: call.id };
    const outcome = await this.#parts.extensions
      .use(extensionKey, ({ sandbox, id }) =>
        sandbox.run(
          { ...request, extensionId: id, caller },
          {
            signal: call.signal,
            onStarted: () => link.noteStarted(call),
            onProgress: (progress) =>
              link.outbox.send(toHost.progress({ seq, json: JSON.stringify(progress) })),
          },
        ),
      )
      .catch((error: unknown) => this.#notLoaded(call, error));
    await this.#report(call, outcome).catch((error: unknown) => {
      this.#parts.logger.error({ error }, 'a result could not be stored for its host');
      return this.#report(call, fail('sandbox_crashed', 'Its result could not be handed over.'));
    });
    this.#forget(call);
  }

  async #report(call: NodeCall, outcome: ToolOutcome): Promise<void> {
    // A success says by itself that the call had its turn.
    if (outcome.status !== 'ok') call.tellStarted();
    await call.link.outbox.send(writeOutcome(call.seq, outcome));
  }

  /** `use` rejects before anything runs; a sandbox never does. */
  #notLoaded({ signal, extensionKey }: NodeCall, error: unknown): ToolOutcome {
    const reason = error instanceof Error ? error.message : String(error);
    this.#parts.logger.error({ error, extensionKey }, 'an extension could not be loaded here');
    if (signal.aborted) return fail('aborted', '', { effects: 'none' });
    return refuse('extension_unavailable', `Its runner node could not load it: ${reason}`);
  }

  #forget(call: NodeCall): void {
    call.finish();
    if (call.link.calls.delete(call.seq)) this.#size -= 1;
  }

  #all(): readonly NodeCall[] {
    return [...this.#parts.links.values()].flatMap(({ calls }) => calls.values());
  }
}
