import type { Logger } from '@mortise/contracts';
import { type LOG_LEVELS, toHost } from '../wire/node-to-host.ts';
import type { NodeCall } from './node-call.ts';

type LogLevel = (typeof LOG_LEVELS)[number];

/** A logger for the sandbox of a node: what belongs to a call goes to its host, everything else to the node's own log. */
export function guestLogger(
  own: Logger,
  callsWith: (callId: string) => readonly NodeCall[],
): Logger {
  const write = (level: LogLevel) => (details: object, message: string) => {
    const { callId, trace } = details as { readonly callId?: unknown; readonly trace?: unknown };
    const calls = typeof callId === 'string' ? callsWith(callId) : [];
    if (calls.length === 0) own[level](details, message);
    const line = JSON.stringify({ message, trace });
    for (const { seq, link } of calls) link.outbox.send(toHost.log({ seq, level, line }));
  };
  return {
    ...{ debug: write('debug'), info: write('info') },
    ...{ warn: write('warn'), error: write('error') },
  };
}
