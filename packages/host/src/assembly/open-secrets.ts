import type { SecretSource } from '@mortise/contracts';
import { ConfiguredSecrets } from '../brokers/secrets/configured-secrets.ts';
import { baseDirOf } from './base-dir.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';

/**
 * Where the values of secrets come from: files of the configuration, else the source of the options. What
 * is given out is taken out of all that leaves, and no grant and no bundle reaches the files.
 */
export function openSecrets(
  options: HostOptions,
  { secrets, hostFiles, diagnostics }: HostBasics,
  configuration: HostConfiguration,
): SecretSource {
  const configured = new ConfiguredSecrets({
    rules: () => configuration.current.secrets ?? {},
    baseDir: baseDirOf(options),
    ...(options.secrets === undefined ? {} : { others: options.secrets }),
  });
  hostFiles.addKept(() => configured.ownPaths());
  // A reload may name other files: what was known of the old ones does not hold.
  configuration.follow(() => hostFiles.forget());
  diagnostics.add(() => configuration.place(configured.diagnostics()));
  return secrets.ofSource(configured);
}
