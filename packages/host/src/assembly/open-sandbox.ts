import type { CacheStore } from '@mortise/contracts';
import { createSandbox, type Sandbox } from '@mortise/sandbox';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';
import type { HostBrokers } from './open-brokers.ts';
import { redactLogger } from './redact-logger.ts';

export interface SandboxParts extends HostBrokers {
  readonly cache: CacheStore | undefined;
}

/** What runs the code of extensions: the runner of the options, or a sandbox on this machine. */
export function openSandbox(
  { runner = createSandbox, sandbox = {}, stateDir }: HostOptions,
  { logger, now, events, lifetime }: HostBasics,
  { brokers, redactor, audit, cache }: SandboxParts,
): Sandbox {
  return lifetime.own(
    runner({
      now,
      logger: redactLogger(logger, redactor),
      brokers,
      audit,
      onEvent: (event) => events.emit('sandbox', event),
      ...(cache === undefined ? {} : { cache }),
      ...(stateDir === undefined ? {} : { ownFolder: stateDir }),
      ...sandbox,
    }),
  );
}
