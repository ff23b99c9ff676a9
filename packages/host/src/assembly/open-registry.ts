import { CallTally, createHostHooks, type HostHooks, ToolCatalog } from '@mortise/core';
import type { HostBasics } from './host-basics.ts';
import type { HostLimits } from './host-limits.ts';
import { RunnerTools } from './runner-tools.ts';

/** What is registered, and what is told and counted of its calls. */
export interface HostRegistry {
  readonly catalog: ToolCatalog;
  readonly runnerTools: RunnerTools;
  readonly hooks: HostHooks;
  readonly tally: CallTally;
}

export function openRegistry(
  { logger, events, lifetime }: HostBasics,
  limits: HostLimits,
): HostRegistry {
  const tellChange = () => events.emit('changed', undefined);
  const catalog = new ToolCatalog({ onChange: tellChange, limits: () => limits.host });
  const hooks = createHostHooks(logger);
  const tally = new CallTally();
  events.follow(hooks);
  tally.follow(hooks);
  return {
    catalog,
    hooks,
    tally,
    runnerTools: new RunnerTools({ catalog, tellChange, lifetime, limits }),
  };
}
