import { type ApprovalStore, type AuditSink, resolveApprovals } from '@mortise/contracts';
import { ApprovalBinding } from '../approvals/approval-binding.ts';
import { ApprovalLog } from '../approvals/approval-log.ts';
import { ApprovalWaiters } from '../approvals/approval-waiters.ts';
import { Approvals } from '../approvals/approvals.ts';
import { CallHolds } from '../approvals/call-holds.ts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostRegistry } from './open-registry.ts';
import type { HostState } from './open-state.ts';

export interface ApprovalSources {
  readonly state: HostState;
  readonly audit: AuditSink;
  readonly configuration: HostConfiguration;
  readonly registry: HostRegistry;
  readonly extensions: ExtensionLifecycle;
}

/** What puts calls on hold, what decides them, and where they are kept. */
export interface HostApprovals {
  readonly approvals: Approvals;
  readonly holds: CallHolds;
  readonly store: ApprovalStore;
}

export function openApprovals(basics: HostBasics, sources: ApprovalSources): HostApprovals {
  const { logger, now, newId, lifetime, secrets } = basics;
  const { audit, configuration, state } = sources;
  const store = state.approvals;
  const waiters = new ApprovalWaiters(store, logger);
  state.changes?.follow((change) => {
    if (change.kind === 'approval') waiters.wake(change.subject);
  });
  // Calls that wait for a person would be waited for by the end of the host.
  lifetime.onClosing(() => waiters.close());
  const log = new ApprovalLog({ audit, now });
  const settings = () => resolveApprovals(configuration.current.approvals);
  const redactor = () => secrets.redactor();
  const shared = { store, waiters, log, logger, settings, now };
  const approvals = new Approvals({ ...shared, redactor });
  const holds = new CallHolds({
    ...{ ...shared, newId, binder: createBinder(sources) },
    onWaiting: (held) => approvals.announce(held),
  });
  lifetime.beforeClose(() => holds.settled());
  return { approvals, holds, store };
}

function createBinder({ configuration, registry, extensions }: ApprovalSources): ApprovalBinding {
  return new ApprovalBinding({
    config: () => configuration.current,
    entryOf: (toolName) => registry.catalog.find(toolName)?.entry,
    codeOf: (extensionId) => {
      const state = extensions.list().find(({ id }) => id === extensionId);
      return state && { bundle: state.bundleHash ?? null, granted: state.granted };
    },
  });
}
