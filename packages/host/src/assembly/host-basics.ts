import { randomUUID } from 'node:crypto';
import type { Logger } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { HostLifetime } from '../lifetime/host-lifetime.ts';
import { HostEventFeed } from './host-events.ts';
import type { HostOptions } from './host-options.ts';

/** What every other part of a host may need. */
export interface HostBasics {
  readonly logger: Logger;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly events: HostEventFeed;
  readonly lifetime: HostLifetime;
}

export function openBasics({ logger = SILENT_LOGGER, now = Date.now }: HostOptions): HostBasics {
  return {
    logger,
    now,
    newId: randomUUID,
    events: new HostEventFeed(logger),
    lifetime: new HostLifetime(),
  };
}
