import type { CallReport, Logger } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { reportHealth } from '../health-report.ts';
import type { EventLog } from './event-log.ts';

export interface WatchedHost {
  readonly host: Host;
  readonly isReady: () => boolean;
  /** A finished call as it may be shown. */
  readonly noteOf: (report: CallReport) => object;
  readonly logger: Logger;
}

/** How often it is asked what is wrong with the host, and how long one question about calls on hold waits, ms. */
const HEALTH_MS = 3_000;
const APPROVALS_MS = 30_000;
/** Changes of the registry come in bursts. */
const SETTLE_MS = 50;

/** Writes what a host tells into a log of events, until it is disposed. */
export function watchHost(log: EventLog, watched: WatchedHost): Disposable {
  const { host, noteOf } = watched;
  const ended = new AbortController();
  const leave = [
    host.on('callFinished', (report) => log.add(ofAgent('call', report.agentId, noteOf(report)))),
    host.on('stops', ({ kind, stop, by, ended: calls }) =>
      log.add({ type: 'stops', data: { kind, stop, by, ended: calls } }),
    ),
    host.on('sandbox', (event) => log.add({ type: 'sandbox', data: event })),
    host.onChange(
      settled(() => log.add({ type: 'changed', data: describeChange(host) }), ended.signal),
    ),
  ];
  leave.push(host.approvals.onLeft((id) => void tellOfLeft(log, watched, id)));
  watchHealth(log, watched, ended.signal);
  void watchApprovals(log, watched, ended.signal);
  return {
    [Symbol.dispose]: () => {
      ended.abort();
      for (const each of leave) each();
    },
  };
}

function describeChange({ config }: Host): object {
  return { revision: config.revision };
}

function ofAgent(type: 'call', agentId: string | undefined, data: object) {
  return { type, data, ...(agentId === undefined ? {} : { agentId }) };
}

function settled(tell: () => void, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => {
    if (signal.aborted) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, SETTLE_MS);
  };
}

/** Trouble has many sources, of which few tell; the list is looked at and told of when it is another. */
function watchHealth(log: EventLog, { host, isReady }: WatchedHost, signal: AbortSignal): void {
  let before = '';
  const timer = setInterval(() => {
    const report = reportHealth(host.diagnostics(), isReady());
    const text = JSON.stringify(report);
    if (before !== '' && text !== before) log.add({ type: 'health', data: report });
    before = text;
  }, HEALTH_MS).unref();
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** A hold that no call waits for is as it was in its store, but an approval runs nothing any more. */
async function tellOfLeft(log: EventLog, { host, logger }: WatchedHost, id: string): Promise<void> {
  try {
    const { state, tool, agent, callers } = await host.approvals.show(id);
    if (state !== 'waiting' || callers > 0) return;
    log.add({ type: 'approval', agentId: agent, data: { id, state, tool, agent } });
  } catch (error) {
    logger.debug({ error, id }, 'A call on hold whose caller left could not be shown.');
  }
}

/** Decisions may come from other processes: the store is asked for what changes. */
async function watchApprovals(
  log: EventLog,
  { host, logger }: WatchedHost,
  signal: AbortSignal,
): Promise<void> {
  try {
    let { mark } = await host.approvals.list({ limit: 1 });
    for (let page = mark; !signal.aborted; page = mark) {
      const found = await host.approvals.changes({ after: page }, { signal, ms: APPROVALS_MS });
      mark = found.mark;
      for (const { id, state, tool, agent } of found.approvals) {
        log.add({ type: 'approval', agentId: agent, data: { id, state, tool, agent } });
      }
      // A host that ends answers at once, again and again.
      if (host.isClosed) return;
    }
  } catch (error) {
    logger.warn({ error }, 'Calls on hold cannot be followed; the console asks for them itself.');
  }
}
