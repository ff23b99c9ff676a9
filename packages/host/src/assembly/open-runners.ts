import { resolve } from 'node:path';
import type { RunnersConfig } from '@mortise/contracts';
import { createRunnerChoice } from '../runners/choose-runner.ts';
import { baseDirOf } from './base-dir.ts';
import { fleetKeyFiles } from './fleet-key-files.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/**
 * What the configuration says of `runners` as the runner of a host: a sandbox of this machine, or one whose calls run
 * on the nodes of a fleet. What the embedder gives wins. Rejects with `fleet_credentials_invalid`.
 */
export async function withConfiguredRunner(
  options: HostOptions,
  basics: HostBasics,
  runners: RunnersConfig | undefined,
): Promise<HostOptions> {
  if (runners === undefined) return options;
  const baseDir = baseDirOf(options);
  const path = runners.credentials && resolve(baseDir, runners.credentials);
  // Also while nothing uses them: a guest that read them could join the fleet.
  if (path !== undefined) basics.hostFiles.addKept(() => fleetKeyFiles(path, baseDir));
  if (options.runner !== undefined || isAllLocal(runners)) return options;
  // A host without a fleet does without the client of the broker.
  const { connectBroker, inboxOf, NatsSandbox, readCredentialsFile } = await import(
    '@mortise/runner-nats'
  );
  const credentials = path === undefined ? undefined : readCredentialsFile(path, 'host');
  if (credentials !== undefined) basics.lifetime.own(basics.secrets.hold(credentials.seed));
  const name = credentials?.name ?? 'host';
  const fleet = credentials?.fleet ?? runners.fleet ?? 'main';
  const address = {
    url: runners.nats ?? credentials?.nats ?? 'nats://127.0.0.1:4222',
    ...{ inbox: inboxOf({ fleet, name }), clientName: name },
    ...(credentials === undefined ? {} : { seed: credentials.seed }),
  };
  return {
    ...options,
    runner: (sandbox) =>
      new NatsSandbox(sandbox, {
        ...{ fleet, newId: basics.newId },
        choosePlace: createRunnerChoice(runners),
        connect: (wait) => connectBroker(address, wait),
      }),
  };
}

function isAllLocal({ use = 'remote', rules = [] }: RunnersConfig): boolean {
  return use === 'local' && rules.every((rule) => rule.use === 'local');
}
