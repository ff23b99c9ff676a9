import type { SandboxConfig } from '@mortise/contracts';
import { ProgramJail } from '@mortise/processes';
import type { HostOptions } from './host-options.ts';

/** What keeps the processes of a host that run no guests. */
export interface ProgramJails {
  /** Around programs that extensions were granted. */
  readonly programs: ProgramJail;
  /** Around the programs of MCP servers. */
  readonly servers: ProgramJail;
  /** Around the process that bundles extensions. */
  readonly bundler: ProgramJail;
}

/** As the configuration says when the host starts; later changes need a new start. */
export function openProgramJails(
  { sandbox = {} }: HostOptions,
  configured: SandboxConfig = {},
): ProgramJails {
  const tier = sandbox.jail ?? configured.jail ?? 'preferred';
  return {
    programs: new ProgramJail({ tier }),
    servers: new ProgramJail({ tier }),
    bundler: new ProgramJail({ tier }),
  };
}
