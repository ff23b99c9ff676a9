import {
  interpretRequests,
  type RequestedCapabilities,
  type ToolAnnotations,
  type ToolDescription,
} from '@mortise/contracts';

type GuestRecord = { readonly [key: string]: unknown };

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
const MAX_CAPABILITY_BYTES = 16_000;

/** The optional parts of a tool's description. What has the wrong shape is left out. */
export function interpretDetails(guestTool: GuestRecord): Partial<ToolDescription> {
  const capabilities = interpretCapabilities(guestTool['capabilities']);
  const annotations = interpretAnnotations(guestTool['annotations']);
  return {
    ...text('toolset', guestTool),
    ...text('category', guestTool),
    ...text('mimeType', guestTool),
    ...count('maxResultChars', guestTool),
    ...count('timeoutMs', guestTool),
    ...(guestTool['alwaysInclude'] === true ? { alwaysInclude: true } : {}),
    ...(guestTool['sharedOnly'] === true ? { sharedOnly: true } : {}),
    ...(guestTool['idempotent'] === true ? { idempotent: true } : {}),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

function interpretCapabilities(guestValue: unknown): RequestedCapabilities | undefined {
  if (!isRecord(guestValue)) return undefined;
  const capabilities = interpretRequests(guestValue);
  return JSON.stringify(capabilities).length > MAX_CAPABILITY_BYTES ? undefined : capabilities;
}

function interpretAnnotations(guestValue: unknown): ToolAnnotations | undefined {
  if (!isRecord(guestValue)) return undefined;
  const hints: [string, string | boolean][] = [];
  for (const hint of HINTS) {
    const value = guestValue[hint];
    if (typeof value === 'boolean') hints.push([hint, value]);
  }
  const title = guestValue['title'];
  if (typeof title === 'string') hints.push(['title', title.slice(0, 200)]);
  return Object.fromEntries(hints);
}

function text(
  key: 'toolset' | 'category' | 'mimeType',
  guestTool: GuestRecord,
): { readonly [key: string]: string } {
  const value = guestTool[key];
  return typeof value === 'string' && value.length > 0 && value.length <= 100
    ? { [key]: value }
    : {};
}

function count(
  key: 'maxResultChars' | 'timeoutMs',
  guestTool: GuestRecord,
): { readonly [key: string]: number } {
  const value = guestTool[key];
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? { [key]: value } : {};
}

function isRecord(value: unknown): value is GuestRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
