import { Value } from '@sinclair/typebox/value';
import {
  expandUnion,
  explainSchemaError,
  JSON_WORDS,
  listKeys,
  showPointer,
  showValue,
} from '../schema/explain-schema-error.ts';
import { nearestName } from '../text/nearest-name.ts';
import { showOnOneLine } from '../text/show-hidden.ts';
import { CAPABILITIES, CAPABILITY_NAMES, isCapabilityName } from './capability-table.ts';
import { exampleRequest } from './example-request.ts';

/** A part of what a tool asks for that asks for nothing, or a key in it that is not read. */
export interface RequestFault {
  /** `capabilities.storage.scope`. */
  readonly path: string;
  /** What was expected, with what to write where that is known. */
  readonly message: string;
  /** Whether only a key is not known: a tool may be newer than its host. */
  readonly isUnknownKey: boolean;
}

/** A person reads them. */
const MAX_FAULTS = 16;
const MAX_NAME_CHARS = 100;

/** What `interpretRequests` leaves out, so that its author hears of it. Values and keys are a stranger's. */
export function findRequestFaults(rawRequests: unknown): readonly RequestFault[] {
  if (rawRequests === undefined || rawRequests === null) return [];
  if (typeof rawRequests !== 'object' || Array.isArray(rawRequests))
    return [wrongWhole(rawRequests)];
  return Object.keys(rawRequests)
    .slice(0, MAX_FAULTS)
    .flatMap((name) => faultsOf(name, Reflect.get(rawRequests, name)))
    .slice(0, MAX_FAULTS);
}

function wrongWhole(rawRequests: unknown): RequestFault {
  const written: readonly unknown[] = Array.isArray(rawRequests) ? rawRequests : [rawRequests];
  const names = CAPABILITY_NAMES.filter((name) => written.includes(name));
  const parts = (names.length > 0 ? names : (['storage'] as const)).map(exampleRequest);
  const message = `expected a mapping, not ${showValue(rawRequests)}; write { ${parts.join(', ')} }`;
  return { path: 'capabilities', message, isUnknownKey: false };
}

function faultsOf(name: string, rawRequest: unknown): readonly RequestFault[] {
  if (!isCapabilityName(name)) return [unknownCapability(name)];
  const path = `capabilities.${name}`;
  if (Value.Check(CAPABILITIES[name].request, rawRequest)) return [];
  if (typeof rawRequest !== 'object' || rawRequest === null || Array.isArray(rawRequest)) {
    const message = `expected a mapping, not ${showValue(rawRequest)}; write ${exampleRequest(name)}`;
    return [{ path, message, isUnknownKey: false }];
  }
  const found = new Map<string, RequestFault>();
  for (const top of Value.Errors(CAPABILITIES[name].request, rawRequest)) {
    for (const error of expandUnion(top)) {
      const fault = explainSchemaError(error, JSON_WORDS);
      const isUnknownKey = fault.kind === 'unknown_key';
      const keys = isUnknownKey && fault.near === undefined ? (fault.keys ?? []) : [];
      const more = keys.length === 0 ? '' : `; what may stand there: ${listKeys(keys)}`;
      const at = showPointer(fault.pointer, path);
      // A missing key is found twice: as missing and as of the wrong type.
      if (!found.has(at))
        found.set(at, { path: at, message: `${fault.message}${more}`, isUnknownKey });
    }
    if (found.size >= MAX_FAULTS) break;
  }
  return [...found.values()];
}

function unknownCapability(rawName: string): RequestFault {
  const near = nearestName(rawName, CAPABILITY_NAMES);
  const more =
    near === undefined
      ? `; there are: ${CAPABILITY_NAMES.join(', ')}`
      : `, did you mean "${near}"?`;
  const path = `capabilities.${showOnOneLine(rawName.slice(0, MAX_NAME_CHARS))}`;
  return { path, message: `unknown capability${more}`, isUnknownKey: true };
}
