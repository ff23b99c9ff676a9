import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityAsk,
  type CapabilityDefinition,
  type CapabilityName,
  formatAsk,
  type RequestedCapabilities,
} from '@mortise/contracts';

/** One thing that is asked for now and was not before, or the other way round. */
export interface CapabilityChange {
  readonly capability: CapabilityName;
  readonly direction: 'wider' | 'narrower';
  /** `host api.example.com`, `key-value storage of 2000 bytes instead of 1000`. */
  readonly what: string;
}

/**
 * Compares two requests entry by entry. Texts are compared as they are: whether one pattern of
 * hosts covers another is not for a lock file to guess, so a new text is a wider request.
 */
export function compareCapabilities(
  before: RequestedCapabilities,
  after: RequestedCapabilities,
): readonly CapabilityChange[] {
  return CAPABILITY_NAMES.flatMap((capability) => {
    const [old, now] = [asksOf(capability, before), asksOf(capability, after)];
    const changed = [...now.values()].flatMap((ask) => compareBounds(old.get(ask.what), ask));
    return [
      ...missingFrom(old, now).map((what) => ({ direction: 'wider' as const, what })),
      ...missingFrom(now, old).map((what) => ({ direction: 'narrower' as const, what })),
      ...changed,
    ].map((change) => ({ capability, ...change }));
  });
}

type Asks = ReadonlyMap<string, CapabilityAsk>;

function asksOf(capability: CapabilityName, requested: RequestedCapabilities): Asks {
  const { asks }: CapabilityDefinition = CAPABILITIES[capability];
  const request = requested[capability];
  const listed = request === undefined ? [] : asks(request);
  return new Map(listed.map((ask) => [ask.what, ask]));
}

function missingFrom(known: Asks, asked: Asks): readonly string[] {
  return [...asked.values()].filter(({ what }) => !known.has(what)).map(formatAsk);
}

function compareBounds(old: CapabilityAsk | undefined, now: CapabilityAsk) {
  const [before, after] = [old?.mostBytes, now.mostBytes];
  if (before === undefined || after === undefined || before === after) return [];
  const direction = after > before ? ('wider' as const) : ('narrower' as const);
  return [{ direction, what: `${formatAsk(now)} instead of ${before}` }];
}
