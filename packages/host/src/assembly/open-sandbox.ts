import type { CacheStore, SandboxConfig } from '@mortise/contracts';
import { createSandbox, type Sandbox } from '@mortise/sandbox';
import { auditFrame } from '../audit/audit-frame.ts';
import { auditJail } from '../audit/audit-jail.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';
import type { MissingJail } from './missing-jail.ts';
import type { HostBrokers } from './open-brokers.ts';
import { redactLogger } from './redact-logger.ts';
import { watchFrames } from './watch-frames.ts';
import { watchRunners } from './watch-runners.ts';

export interface SandboxParts extends HostBrokers {
  readonly cache: CacheStore | undefined;
  /** As the configuration says when the host starts; later changes need a new start. */
  readonly configured: SandboxConfig;
  readonly missingJail: MissingJail;
}

/** What runs the code of extensions: the runner of the options, or a sandbox on this machine. */
export function openSandbox(
  { runner = createSandbox, sandbox = {}, stateDir }: HostOptions,
  basics: HostBasics,
  { brokers, redactor, audit, cache, configured, missingJail }: SandboxParts,
): Sandbox {
  const { logger, now, events, lifetime } = basics;
  watchRunners(basics, missingJail);
  watchFrames(basics);
  return lifetime.own(
    runner({
      now,
      logger: redactLogger(logger, redactor),
      brokers,
      audit,
      onEvent: (event) => {
        if (event.type === 'jail_known') auditJail(audit, now(), event.jail);
        if (event.type === 'frame_refused') auditFrame(audit, now(), event);
        events.emit('sandbox', event);
      },
      ...(cache === undefined ? {} : { cache }),
      ...(stateDir === undefined ? {} : { ownFolder: stateDir }),
      ...configured,
      ...sandbox,
    }),
  );
}
