import {
  CAPABILITY_NAMES,
  type CapabilityName,
  type RequestedCapabilities,
} from '@mortise/contracts';

/** One thing that is asked for now and was not before. */
export interface CapabilityChange {
  readonly capability: CapabilityName;
  readonly direction: 'wider' | 'narrower';
  /** `host api.example.com`, `quota 2,000,000 bytes`. */
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
    const [old, now] = [entriesOf(capability, before), entriesOf(capability, after)];
    return [
      ...difference(now, old).map((what) => ({ capability, direction: 'wider' as const, what })),
      ...difference(old, now).map((what) => ({ capability, direction: 'narrower' as const, what })),
      ...compareQuota(capability, before, after),
    ];
  });
}

function compareQuota(
  capability: CapabilityName,
  before: RequestedCapabilities,
  after: RequestedCapabilities,
): readonly CapabilityChange[] {
  const [old, now] = [before.storage?.quotaBytes, after.storage?.quotaBytes];
  if (capability !== 'storage' || old === undefined || now === undefined || old === now) return [];
  const what = `quota ${now} bytes instead of ${old}`;
  return [{ capability, direction: now > old ? 'wider' : 'narrower', what }];
}

function entriesOf(capability: CapabilityName, asked: RequestedCapabilities): readonly string[] {
  const list = (kind: string, texts: readonly string[] | undefined): readonly string[] =>
    (texts ?? []).map((text) => `${kind} ${text}`);
  switch (capability) {
    case 'network':
      return [...list('host', asked.network?.allowedHosts), ...methodsOf(asked)];
    case 'secrets': {
      const names = list('secret', asked.secrets?.names);
      return asked.secrets?.reveal === true ? [...names, 'reading the values themselves'] : names;
    }
    case 'fs_reach':
      return [...list('read', asked.fs_reach?.read), ...list('write', asked.fs_reach?.write)];
    case 'process':
      return list('program', asked.process?.allowedBinaries);
    case 'attachments':
      return list('kind', asked.attachments?.kinds);
    case 'storage':
      return asked.storage === undefined ? [] : ['key-value storage'];
    default:
      return capability satisfies never;
  }
}

/** What a request without a list of methods gets. */
const STANDARD_METHODS = ['GET', 'HEAD'];

function methodsOf(asked: RequestedCapabilities): readonly string[] {
  if (asked.network === undefined) return [];
  const methods = asked.network.methods ?? STANDARD_METHODS;
  return methods.map((method) => `method ${method.toUpperCase()}`);
}

function difference(left: readonly string[], right: readonly string[]): readonly string[] {
  const known = new Set(right);
  return [...new Set(left)].filter((each) => !known.has(each));
}
