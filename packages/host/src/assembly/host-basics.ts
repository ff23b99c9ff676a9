import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Logger } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { HostFiles } from '../brokers/files/host-files.ts';
import { RememberedSecrets } from '../brokers/secrets/remembered-secrets.ts';
import { DiagnosticSources } from '../diagnostics/diagnostic-sources.ts';
import { HostLifetime } from '../lifetime/host-lifetime.ts';
import { openStateFolder, type StateFolder } from '../state/state-folder.ts';
import { HostEventFeed } from './host-events.ts';
import type { HostOptions } from './host-options.ts';
import { redactLogger } from './redact-logger.ts';

/** What every other part of a host may need. */
export interface HostBasics {
  /** Secrets that were given out are taken out of what it writes. */
  readonly logger: Logger;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly events: HostEventFeed;
  readonly lifetime: HostLifetime;
  /** The values of secrets that were given out. */
  readonly secrets: RememberedSecrets;
  /** What on the disk no grant for files reaches. */
  readonly hostFiles: HostFiles;
  /** The one list of what an operator should know; parts that can be unwell add a source. */
  readonly diagnostics: DiagnosticSources;
  /** Where everything is kept that lasts; absent if nothing does. */
  readonly folder?: StateFolder;
}

/** Throws if the state folder cannot be used. */
export function openBasics(options: HostOptions): HostBasics {
  const { now = Date.now, stateDir } = options;
  const secrets = new RememberedSecrets();
  const logger = redactLogger(options.logger ?? SILENT_LOGGER, () => secrets.redactor());
  return {
    ...{ logger, now, secrets },
    ...(stateDir === undefined ? {} : { folder: openStateFolder(resolve(stateDir)) }),
    newId: randomUUID,
    hostFiles: new HostFiles(),
    events: new HostEventFeed(logger),
    lifetime: new HostLifetime(),
    diagnostics: new DiagnosticSources((text) => secrets.redactor()?.redact(text) ?? text),
  };
}
