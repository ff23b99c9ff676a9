import type { RunUsage, Success, ToolOutcome } from '@mortise/contracts';
import { toHost } from './node-to-host.ts';
import { crossesRaw } from './raw-text.ts';

/** The frame of an outcome: most are one text, which crosses as it is. */
export function writeOutcome(seq: number, outcome: ToolOutcome): string {
  if (outcome.status === 'ok' && outcome.content.length === 1) {
    const [part] = outcome.content;
    if (part?.type === 'text' && Object.keys(part).length === 2 && crossesRaw(part.text))
      return toHost.text({ seq, facts: writeFacts(outcome), text: part.text });
  }
  return toHost.result({ seq, outcome: JSON.stringify(outcome) });
}

/** JSON of what else is known of a success. That of most is put together here: it is on the path of every call. */
function writeFacts(outcome: Success): string {
  const { usage, reduction } = outcome;
  const known = reduction === undefined ? 3 : 4;
  if (usage === undefined || Object.keys(outcome).length !== known) return stringifyFacts(outcome);
  if (reduction === undefined) return `{"usage":${writeUsage(usage)}}`;
  const { state, rawChars } = reduction;
  if (Object.keys(reduction).length !== 2) return stringifyFacts(outcome);
  return `{"usage":${writeUsage(usage)},"reduction":{"state":"${state}","rawChars":${rawChars}}}`;
}

function stringifyFacts({ status: _status, content: _content, ...facts }: Success): string {
  return JSON.stringify(facts);
}

/** Times to the microsecond: nothing measures them finer, and all their digits are slow to write and to read. */
function writeUsage({ cpuMs, wallMs, heapBytes, bytesIn, bytesOut, hostCalls }: RunUsage): string {
  return `{"cpuMs":${inMicros(cpuMs)},"wallMs":${inMicros(wallMs)},"heapBytes":${heapBytes},"bytesIn":${bytesIn},"bytesOut":${bytesOut},"hostCalls":${hostCalls}}`;
}

function inMicros(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
