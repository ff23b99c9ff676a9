import type { CapabilityGrants, RequestedCapabilities } from '@mortise/contracts';

/** Grants all that a manifest asks for; a `*` for files or folders becomes the operator's workspace. */
export function grantRequested(
  requested: RequestedCapabilities = {},
  workspace: string,
): CapabilityGrants {
  const { network, secrets, storage, fs_reach: files, process, attachments } = requested;
  const roots = (paths: readonly string[] | undefined) =>
    paths?.map((path) => (path === '*' ? workspace : path));
  return {
    ...(network && {
      network: {
        allowedHosts: network.allowedHosts,
        ...(network.methods && { methods: network.methods }),
      },
    }),
    ...(secrets && { secrets: grantSecrets(secrets, network?.allowedHosts ?? []) }),
    ...(storage && { storage: { quotaBytes: storage.quotaBytes } }),
    ...(files && {
      fs_reach: {
        ...(files.read && { read: roots(files.read) ?? [] }),
        ...(files.write && { write: roots(files.write) ?? [] }),
      },
    }),
    ...(process && { process: { allowedBinaries: process.allowedBinaries, cwd: [workspace] } }),
    ...(attachments && { attachments: { kinds: attachments.kinds } }),
  };
}

/** A secret may go where the extension may go, and nowhere else. */
function grantSecrets(
  { names, reveal }: NonNullable<RequestedCapabilities['secrets']>,
  hosts: string[],
): NonNullable<CapabilityGrants['secrets']> {
  return names.map((name) => ({ name, hosts, ...(reveal === true && { reveal }) }));
}
