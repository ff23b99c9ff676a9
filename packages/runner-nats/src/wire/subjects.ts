/**
 * Where the sides of a fleet speak. The names of node and host are parts of the subject, so that the
 * broker's permissions decide who may speak as whom: a node can publish under its own name only.
 */
export interface FleetSubjects {
  /** What nodes say of themselves, to all hosts. */
  readonly beat: (node: NodeAddress) => string;
  readonly allBeats: string;
  /** A host asks all nodes to say that they are there. */
  readonly hello: (hostId: string) => string;
  readonly allHellos: string;
  readonly toNode: (node: NodeAddress, hostId: string) => string;
  /** All that hosts say to one node. */
  readonly allToNode: (node: NodeAddress) => string;
  readonly toHost: (hostId: string, node: NodeAddress) => string;
  /** All that nodes say to one host. */
  readonly allToHost: (hostId: string) => string;
  /** Code of extensions, by its hash. */
  readonly bundles: string;
  /** What is too large for a message, for one node and from it. */
  readonly parcelsTo: (name: string) => string;
  readonly parcelsFrom: (name: string) => string;
}

/** A process of a node: its name is that of its credentials, `instance` tells one start from the next. */
export interface NodeAddress {
  readonly name: string;
  readonly instance: string;
}

/** What names of fleets, nodes and hosts look like: one token of a subject, a part of a bucket's name. */
export const FLEET_NAME_PATTERN = '^[a-z0-9][a-z0-9-]{0,38}$';

export const DEFAULT_FLEET = 'main';

export function subjectsOf(fleet: string): FleetSubjects {
  const root = `mortise.${fleet}`;
  const bucket = `mortise-${fleet}`;
  const idOf = ({ name, instance }: NodeAddress) => `${name}.${instance}`;
  return {
    beat: (node) => `${root}.beat.${idOf(node)}`,
    allBeats: `${root}.beat.*.*`,
    hello: (hostId) => `${root}.hello.${hostId}`,
    allHellos: `${root}.hello.*`,
    toNode: (node, hostId) => `${root}.node.${idOf(node)}.${hostId}`,
    allToNode: (node) => `${root}.node.${idOf(node)}.*`,
    toHost: (hostId, node) => `${root}.host.${hostId}.${idOf(node)}`,
    allToHost: (hostId) => `${root}.host.${hostId}.*.*`,
    bundles: `${bucket}-bundles`,
    parcelsTo: (name) => `${bucket}-to-${name}`,
    parcelsFrom: (name) => `${bucket}-from-${name}`,
  };
}

const NAME = new RegExp(FLEET_NAME_PATTERN);

export function isFleetName(name: string): boolean {
  return NAME.test(name);
}

/** The node at the end of a subject of its own; undefined if there is none. */
export function nodeOfSubject(subject: string): NodeAddress | undefined {
  const [instance = '', name = ''] = subject.split('.').toReversed();
  return isFleetName(name) && isFleetName(instance) ? { name, instance } : undefined;
}

/** The host at the end of a subject that a host publishes to; undefined if there is none. */
export function hostOfSubject(subject: string): string | undefined {
  const hostId = subject.slice(subject.lastIndexOf('.') + 1);
  return isFleetName(hostId) ? hostId : undefined;
}
