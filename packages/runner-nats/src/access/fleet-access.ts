import { nkeys } from '@nats-io/transport-node';
import { subjectsOf } from '../wire/subjects.ts';

/** What one side needs to join a fleet. The seed is its secret; the broker knows the public key only. */
export interface FleetCredentials {
  readonly side: 'host' | 'runner';
  readonly fleet: string;
  /** Of the runner; `host` for hosts. */
  readonly name: string;
  /** The address of the broker. */
  readonly nats: string;
  /** The private key, as NATS writes it. */
  readonly seed: string;
}

/** What a side may publish and subscribe to; everything else is refused by the broker. */
export interface FleetPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

export interface FleetAccess {
  readonly host: FleetCredentials;
  readonly runners: readonly FleetCredentials[];
  /** For the configuration of nats-server: public keys and what each may do. No secret is in it. */
  readonly authorization: string;
}

/** The name of hosts among the sides; no runner has it. */
const HOST_SIDE = 'host';

/** The first part of the subjects that answers for a side come to. */
export function inboxOf({ fleet, name }: Pick<FleetCredentials, 'fleet' | 'name'>): string {
  return `_INBOX_${fleet}_${name}`;
}

/** Makes new keys for the sides of a fleet. */
export function createFleetAccess(parts: {
  readonly fleet: string;
  readonly nats: string;
  readonly runners: readonly string[];
}): FleetAccess {
  const { fleet, nats, runners } = parts;
  const host: FleetCredentials = {
    ...{ side: 'host', fleet, name: HOST_SIDE, nats, seed: createSeed() },
  };
  return extendFleetAccess(host, [], runners);
}

/** The same sides with the keys that they have, and new ones for more runners. */
export function extendFleetAccess(
  host: FleetCredentials,
  known: readonly FleetCredentials[],
  added: readonly string[] = [],
): FleetAccess {
  const { fleet, nats } = host;
  const runners: readonly FleetCredentials[] = [
    ...known,
    ...added.map(
      (name) =>
        ({ side: 'runner', fleet, name, nats, seed: createSeed() }) satisfies FleetCredentials,
    ),
  ];
  const users = [
    { key: publicKeyOf(host), about: 'hosts', may: hostPermissions(fleet, runners) },
    ...runners.map((each) => ({
      ...{ key: publicKeyOf(each), about: `the runner ${each.name}` },
      may: runnerPermissions(fleet, each.name),
    })),
  ];
  return {
    ...{ host, runners },
    authorization: accountText(fleet, users.map(userText).join('')),
  };
}

/** Hosts give calls, read all that nodes say, and keep the object store of their fleet, bucket by bucket. */
function hostPermissions(
  fleet: string,
  runners: readonly Pick<FleetCredentials, 'name'>[],
): FleetPermissions {
  const root = `mortise.${fleet}`;
  const { bundles, parcelsTo, parcelsFrom } = subjectsOf(fleet);
  const buckets = [bundles, ...runners.flatMap(({ name }) => [parcelsTo(name), parcelsFrom(name)])];
  const kept = buckets.flatMap((bucket) => [
    ...[`$O.${bucket}.>`, `$JS.API.STREAM.*.OBJ_${bucket}`],
    ...[`$JS.API.STREAM.MSG.GET.OBJ_${bucket}`, `$JS.API.DIRECT.GET.OBJ_${bucket}`],
    `$JS.API.DIRECT.GET.OBJ_${bucket}.>`,
  ]);
  return {
    publish: [`${root}.node.*.*.*`, `${root}.hello.*`, ...kept],
    subscribe: [
      ...[`${root}.beat.*.*`, `${root}.host.*.*.*`],
      `${inboxOf({ fleet, name: HOST_SIDE })}.>`,
    ],
  };
}

/** A runner takes and answers calls under its own name, reads code and what is for it, and leaves what is from it. */
function runnerPermissions(fleet: string, name: string): FleetPermissions {
  const root = `mortise.${fleet}`;
  const { bundles, parcelsTo, parcelsFrom } = subjectsOf(fleet);
  const readable = [bundles, parcelsTo(name)].flatMap((bucket) => [
    `$JS.API.DIRECT.GET.OBJ_${bucket}`,
    `$JS.API.DIRECT.GET.OBJ_${bucket}.>`,
  ]);
  const own = parcelsFrom(name);
  return {
    publish: [
      ...[`${root}.beat.${name}.*`, `${root}.host.*.${name}.*`, ...readable],
      ...[`$O.${own}.>`, `$JS.API.STREAM.MSG.GET.OBJ_${own}`],
    ],
    subscribe: [`${root}.node.${name}.*.*`, `${root}.hello.*`, `${inboxOf({ fleet, name })}.>`],
  };
}

/**
 * An account of the fleet's own. Permissions alone do not keep two fleets apart: a stream that a host may make takes
 * and passes on whatever subjects the host names for it, and the broker asks no permission for those.
 */
function accountText(fleet: string, users: string): string {
  return `accounts {
  mortise-${fleet} {
    jetstream: enabled
    users = [
${users}    ]
  }
}
`;
}

function createSeed(): string {
  return new TextDecoder().decode(nkeys.createUser().getSeed());
}

/** Throws if the seed is none. */
function publicKeyOf({ seed }: FleetCredentials): string {
  return nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey();
}

function userText({
  key,
  about,
  may,
}: {
  readonly key: string;
  readonly about: string;
  readonly may: FleetPermissions;
}): string {
  const lists = Object.entries(may).map(
    ([verb, subjects]: [string, readonly string[]]) =>
      `          ${verb}: [${subjects.map((each) => JSON.stringify(each)).join(', ')}]\n`,
  );
  return `      # ${about}
      {
        nkey: ${key}
        permissions: {
${lists.join('')}        }
      }
`;
}
