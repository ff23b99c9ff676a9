import type {
  AttachmentGrant,
  FileGrant,
  NetworkGrant,
  ProcessGrant,
  SecretGrant,
  StorageGrant,
} from '@mortise/contracts';
import { meetAddresses, meetHosts, meetMethods, meetNames, meetRoots } from './meet-lists.ts';

/** Each takes a grant and a limit and answers what is within both; a field the limit lacks is kept. */
export function narrowNetwork(grant: NetworkGrant, limit: Partial<NetworkGrant>): NetworkGrant {
  return {
    allowedHosts: meetHosts(grant.allowedHosts, limit.allowedHosts),
    methods: meetMethods(grant.methods ?? ['GET', 'HEAD'], limit.methods),
    ...optional(
      'allowPrivate',
      grant.allowPrivate && meetAddresses(grant.allowPrivate, limit.allowPrivate),
    ),
    ...smaller('maxRequestBytes', grant, limit),
    ...smaller('maxResponseBytes', grant, limit),
    ...smaller('timeoutMs', grant, limit),
  };
}

export function narrowSecrets(
  grants: readonly SecretGrant[],
  limits: readonly SecretGrant[],
): SecretGrant[] {
  const byName = new Map(limits.map((limit) => [limit.name, limit]));
  return grants.flatMap((grant) => {
    const limit = byName.get(grant.name);
    return limit === undefined ? [] : [narrowSecret(grant, limit)];
  });
}

function narrowSecret(grant: SecretGrant, limit: SecretGrant): SecretGrant {
  const places = grant.places ?? ['header'];
  return {
    name: grant.name,
    hosts: meetHosts(grant.hosts ?? [], limit.hosts),
    places: places.filter((place) => limit.places?.includes(place) ?? true),
    reveal: grant.reveal === true && limit.reveal !== false,
  };
}

/** Two different scopes have nothing in common. */
export function narrowStorage(grant: StorageGrant, limit: StorageGrant): StorageGrant | undefined {
  const scope = grant.scope ?? limit.scope;
  if (limit.scope !== undefined && scope !== limit.scope) return undefined;
  return { ...optional('scope', scope), ...smaller('quotaBytes', grant, limit) };
}

export function narrowFiles(grant: FileGrant, limit: FileGrant): FileGrant {
  const mayHardLinks = grant.allowHardLinks === true && limit.allowHardLinks !== false;
  return {
    read: meetRoots(grant.read ?? [], limit.read),
    write: meetRoots(grant.write ?? [], limit.write),
    ...(mayHardLinks ? { allowHardLinks: true } : {}),
    ...smaller('maxReadBytes', grant, limit),
    ...smaller('maxWriteBytes', grant, limit),
  };
}

export function narrowProcess(grant: ProcessGrant, limit: Partial<ProcessGrant>): ProcessGrant {
  return {
    allowedBinaries: meetNames(grant.allowedBinaries, limit.allowedBinaries),
    ...optional('cwd', grant.cwd && meetRoots(grant.cwd, limit.cwd)),
    ...optional('env', grant.env && narrowEnvironment(grant.env, limit.env)),
    ...smaller('maxOutputBytes', grant, limit),
    ...smaller('timeoutMs', grant, limit),
  };
}

function narrowEnvironment(
  granted: Readonly<Record<string, string>>,
  limit: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const kept = Object.entries(granted).filter(
    ([name, value]) => limit === undefined || (Object.hasOwn(limit, name) && limit[name] === value),
  );
  return Object.fromEntries(kept);
}

export function narrowAttachments(
  grant: AttachmentGrant,
  limit: Partial<AttachmentGrant>,
): AttachmentGrant {
  if (limit.kinds === undefined || limit.kinds === '*') return grant;
  return { kinds: grant.kinds === '*' ? limit.kinds : meetNames(grant.kinds, limit.kinds) };
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined) {
  return (value === undefined ? {} : { [key]: value }) as { [Name in Key]?: Value };
}

function smaller<Key extends string>(
  key: Key,
  grant: { readonly [Name in Key]?: number },
  limit: { readonly [Name in Key]?: number },
): { [Name in Key]?: number } {
  const given = [grant[key], limit[key]].filter((each) => each !== undefined);
  return optional(key, given.length === 0 ? undefined : Math.min(...given));
}
