import { type AuditSink, type Diagnostic, ERROR_CODES, type StopStore } from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';
import { describeStop, describeTarget, resumeCommand } from '../stops/describe-stop.ts';
import { recordStop } from '../stops/record-stop.ts';
import { StopMarker } from '../stops/stop-marker.ts';
import { StopSwitch } from '../stops/stop-switch.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';
import type { HostState } from './open-state.ts';

export interface StopSources {
  readonly state: HostState;
  readonly audit: AuditSink;
  readonly catalog: ToolCatalog;
}

/** How long a stop of another process may go unseen if this host was not told of it. */
const LOOK_MS = 500;

/** The stop switch, over the stops of the state; what it says holds at once. */
export async function openStops(
  { stops: given }: HostOptions,
  basics: HostBasics,
  { state, audit, catalog }: StopSources,
): Promise<StopSwitch> {
  const { lifetime, logger, now, newId, folder, diagnostics, events } = basics;
  let isOpen = false;
  const store = state.stops;
  const stopSwitch: StopSwitch = new StopSwitch({
    ...{ store, logger, now, newId },
    marker: new StopMarker(folder?.stops),
    // A batch of several ends whole only if all of it is stopped; else its calls end one by one.
    endBatches: (isStopped, reason) =>
      lifetime.running.abortWhere(
        ({ agentId }, calls) =>
          calls.every(({ name }) => isStopped(catalog.find(name)?.entry.origin, agentId)),
        reason,
      ),
    onChange: (change) => {
      events.emit('stops', change);
      // What was stopped before this host began was written down then.
      if (isOpen) recordStop(audit, change, now());
    },
  });
  diagnostics.add(() => diagnose(stopSwitch, store));
  stopSwitch.readMarker({ isOnlyCopy: await isUnreadable(store) });
  await stopSwitch.refresh();
  isOpen = true;
  state.changes?.follow(({ kind }) => {
    if (kind === 'stop' || kind === 'all') void stopSwitch.refresh();
  });
  // A store of the embedder may be another host's, too.
  if (store.isLasting || given !== undefined) {
    const timer = setInterval(() => void stopSwitch.refresh(), LOOK_MS);
    timer.unref();
    lifetime.own({ [Symbol.dispose]: () => clearInterval(timer) });
  }
  return stopSwitch;
}

async function isUnreadable(store: StopStore): Promise<boolean> {
  return store.list().then(
    () => false,
    () => true,
  );
}

function diagnose(stopSwitch: StopSwitch, { isLasting }: StopStore): readonly Diagnostic[] {
  return stopSwitch.list().flatMap((stop): Diagnostic[] => {
    const subject = describeTarget(stop);
    const found = (code: 'stop_in_force' | 'stop_not_durable', message: string) => ({
      code,
      subject,
      message,
      hint: `${ERROR_CODES[code].hint}`,
    });
    const since = new Date(stop.at).toISOString();
    const inForce = `${describeStop(stop)} (by ${stop.by}, since ${since}). \`${resumeCommand(stop)}\` lifts it.`;
    return [
      { severity: 'warning', ...found('stop_in_force', inForce) },
      // A host that keeps nothing is expected to forget.
      ...(stop.isDurable || !isLasting
        ? []
        : [
            {
              severity: 'error',
              ...found('stop_not_durable', `${ERROR_CODES.stop_not_durable.summary} ${subject}`),
            } as const,
          ]),
    ];
  });
}
