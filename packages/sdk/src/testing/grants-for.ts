import type { CapabilityBrokers, ExtensionManifest, ToolCapabilities } from '@mortise/contracts';

/** Everything, for source that has no manifest to ask with. */
const EVERYTHING: ToolCapabilities = {
  network: { allowedHosts: ['*'] },
  secrets: [],
  storage: {},
  fs_reach: { read: ['/'], write: ['/'] },
  process: { allowedBinaries: [] },
  attachments: { kinds: '*' },
};

/**
 * What an operator who trusts the manifest would grant. So a tool that declares more than its
 * manifest fails in its tests as it would in a host.
 */
export function grantsFor(
  manifest: ExtensionManifest,
  brokers: CapabilityBrokers,
): ToolCapabilities {
  const asked = manifest.capabilities;
  if (asked === undefined) return withBroker(EVERYTHING, brokers);
  const { network, secrets, storage, fs_reach, process, attachments } = asked;
  return withBroker(
    {
      ...(network === undefined ? {} : { network: { allowedHosts: network.allowedHosts } }),
      ...(secrets === undefined ? {} : { secrets: secrets.names }),
      ...(storage === undefined ? {} : { storage: { quotaBytes: storage.quotaBytes } }),
      ...(fs_reach === undefined ? {} : { fs_reach: rootsOf(fs_reach) }),
      ...(process === undefined ? {} : { process: { allowedBinaries: process.allowedBinaries } }),
      ...(attachments === undefined ? {} : { attachments: { kinds: attachments.kinds } }),
    },
    brokers,
  );
}

function rootsOf(asked: { read?: string[]; write?: string[] }): ToolCapabilities['fs_reach'] & {} {
  const { read = [], write = [] } = asked;
  return { read, write };
}

function withBroker(grants: ToolCapabilities, brokers: CapabilityBrokers): ToolCapabilities {
  const kept = Object.entries(grants).filter(([name]) => Object.hasOwn(brokers, name));
  return Object.fromEntries(kept);
}
