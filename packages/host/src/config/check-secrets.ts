import { basename, dirname, normalize } from 'node:path';
import { type HostConfig, type SecretRule, USER_IN_FILE } from '@mortise/contracts';
import { joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';

/** Checks what the schema cannot say of where secrets are kept. */
export function checkSecrets(
  { secrets = {}, identity }: HostConfig,
  { findings }: ConfigReading,
): void {
  for (const [name, rule] of Object.entries(secrets)) {
    const message = findFault(rule, identity !== undefined);
    const path = `${joinKey('secrets', name)}${rule.file === undefined ? '' : '.file'}`;
    if (message !== undefined)
      findings.report({ code: 'secret_invalid', path, message, hint: HINT });
  }
}

const HINT = 'Write { file: secrets/github } or { per: user, file: "secrets/github/{user}" }.';

function findFault(rule: SecretRule, hasIdentity: boolean): string | undefined {
  const { per = 'host', file, mode, identity } = rule;
  if (identity !== undefined) {
    if (Object.keys(rule).length > 1) return 'a token of `identity` has no value that is kept.';
    return hasIdentity ? undefined : 'agents have no identity; write `identity: { issuer: … }`.';
  }
  if (file === undefined) {
    return mode === undefined ? undefined : '`mode` is about a file, and there is none.';
  }
  const isNamed = basename(file).split(USER_IN_FILE).length === 2;
  if (file.includes(USER_IN_FILE) !== isNamed) {
    return `\`${USER_IN_FILE}\` stands once, in the name of the file and not in its folder.`;
  }
  if (per === 'host') {
    return isNamed ? `\`${USER_IN_FILE}\` is for secrets with \`per: user\`.` : undefined;
  }
  if (!isNamed) return `each user has a file: put \`${USER_IN_FILE}\` into its name.`;
  // The folder is hidden from all extensions, whatever else is in it.
  return normalize(dirname(file)) === '.'
    ? 'the files of users need a folder of their own, beside no others.'
    : undefined;
}
