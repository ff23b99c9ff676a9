import { readFileSync } from 'node:fs';
import type { ChildEnd } from '@mortise/processes';
import { readCrashOutput } from './crash-output.ts';

/** What the host knows of a runner whose process has ended. */
export interface EndedRunner {
  readonly end: ChildEnd;
  readonly stderr: string;
  readonly isReady: boolean;
  /** It opened an isolate: code of an extension has run in it. */
  readonly hasOpened: boolean;
  /** The host ended it. */
  readonly wasKilled: boolean;
}

/**
 * Why a runner never started, as far as its extension is concerned; undefined if it did. That is one that
 * died before it was ready, for want of a file, say, or in which there was no room for V8 to make an
 * isolate. One that was killed from outside, or by the host, says nothing about the next.
 */
export function describeFailedStart(
  ended: EndedRunner,
  isLimited: () => boolean = isRoomLimited,
): string | undefined {
  const { end, stderr, isReady, wasKilled } = ended;
  if (end.kind !== 'exited') return end.reason;
  if (wasKilled || end.signal === 'SIGKILL') return undefined;
  const { line } = readCrashOutput(stderr);
  if (isReady && !(lackedRoom(ended) && isLimited())) return undefined;
  return `${end.signal ?? `exit code ${end.code}`} ${line}`.trim();
}

/**
 * V8's words alone do not count: whatever took a runner over can say them, and would never be blamed. They
 * do before an extension ran there, on a machine that limits what a process may reserve.
 */
function lackedRoom({ stderr, hasOpened }: EndedRunner): boolean {
  return !hasOpened && readCrashOutput(stderr).isWithoutRoom;
}

/** Limits that runners inherit. Where they cannot be read, V8 is believed. */
function isRoomLimited(): boolean {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const overcommit = readFileSync('/proc/sys/vm/overcommit_memory', 'latin1');
    return (
      !/^Max address space\s+unlimited/m.test(limits) ||
      !/^Max data size\s+unlimited/m.test(limits) ||
      overcommit.trim() === '2'
    );
  } catch {
    return true;
  }
}
