import type { CapabilityGrants, RequestedCapabilities, ToolDescription } from '@mortise/contracts';
import type { ExtensionState } from './extension-state.ts';
import type { PreparedExtension } from './prepare-extension.ts';

/** Code that an operator decides about: an installation, or an update that waits. None of its tools can be called. */
export interface ExtensionProposal {
  readonly id: string;
  readonly version?: string;
  /** Of the package as it was read. */
  readonly integrity?: string;
  /** Of everything that is shown here; a yes is bound to it. */
  readonly hash: string;
  readonly requested: RequestedCapabilities;
  readonly tools: readonly ToolDescription[];
  /** For an update: what it changes, as text. */
  readonly difference?: string;
  /** What is granted to what is installed now. */
  readonly grantedNow: CapabilityGrants;
  /** What `take` grants unless it is told otherwise: nothing to a new one, to an update what it had and what is new. */
  readonly grantedAfter: CapabilityGrants;
  /** Installs or approves exactly what is shown here, whatever the files say by now. */
  take(grants?: CapabilityGrants): Promise<ExtensionState>;
}

/** What a proposal says of the code itself. */
export function proposalOf(
  { id, loaded, manifest }: PreparedExtension,
  tools: readonly ToolDescription[],
): Pick<ExtensionProposal, 'id' | 'tools' | 'requested' | 'version' | 'integrity'> {
  const { version, capabilities = {} } = manifest;
  return {
    ...{ id, tools, requested: capabilities },
    ...(version !== undefined && { version }),
    ...(loaded !== undefined && { integrity: loaded.integrity }),
  };
}
