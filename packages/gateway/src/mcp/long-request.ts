import type { RequestId } from '@modelcontextprotocol/server';
import type { LongLine } from './message-lines.ts';

const NAMES = '"(jsonrpc|method|id)"';
const VALUE = String.raw`("[^"\\\p{Cc}]{0,200}"|-?(?:0|[1-9]\d{0,14}))`;
const MEMBER = String.raw`${NAMES}\s*:\s*${VALUE}\s*`;

/** What comes before the first member that is none of these, and after the last: nothing of it is inside another. */
const AT_HEAD = new RegExp(String.raw`^\s*\{\s*(?:${MEMBER},\s*)*`, 'u');
const AT_TAIL = new RegExp(String.raw`(?:,\s*${MEMBER})*\}\s*$`, 'u');
const MEMBERS = new RegExp(MEMBER, 'gu');

/**
 * The id of a request that was too long to be kept. Clients write it at one end: without it they would wait for an
 * answer for ever.
 */
export function longRequestId({ head, tail }: LongLine): RequestId | undefined {
  const found = `${AT_HEAD.exec(head)?.[0] ?? ''}${AT_TAIL.exec(tail)?.[0] ?? ''}`;
  const members = new Map<string, RequestId>();
  for (const [, name = '', value = ''] of found.matchAll(MEMBERS)) {
    members.set(name, JSON.parse(value));
  }
  return members.has('method') ? members.get('id') : undefined;
}
