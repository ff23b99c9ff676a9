import type { Extension } from '../extensions/extension.ts';
import type { IsolateSpec } from '../wire/frame.ts';

const MEGABYTE = 1_000_000;
const MIN_HEAP_MEGABYTES = 8;
/** All definitions of one extension together; 64 tools of 64 kB would be more than anybody reads. */
export const REGISTRATION_CHARS = 4_000_000;

/** What the runner needs to make an isolate of an extension. */
export function isolateSpec(extension: Extension): IsolateSpec {
  const { limits } = extension;
  return {
    extensionId: extension.id,
    source: extension.readSource(),
    config: extension.configJson,
    heapMegabytes: Math.max(MIN_HEAP_MEGABYTES, Math.ceil(limits.heapBytes / MEGABYTE)),
    loadMs: limits.loadMs,
    cpuMs: limits.cpuMs,
    resultChars: limits.resultBytes,
    errorChars: limits.errorChars,
    registrationChars: REGISTRATION_CHARS,
    logLines: limits.logLinesPerCall,
    hostCalls: limits.hostCallsPerCall,
    askChars: limits.argumentBytes,
  };
}
