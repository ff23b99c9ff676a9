import { describe, expect, it } from 'vitest';
import { FrameOutbox } from '../wire/frame-outbox.ts';
import { NextMessage } from './next-message.ts';
import { NodeHandle } from './node-handle.ts';
import { ToolCosts } from './tool-costs.ts';

const BEAT = { protocol: 2, load: 0, isDraining: false, jail: 'on', pid: 1 } as const;

function nodeOf(weight: number): NodeHandle {
  const outbox = new FrameOutbox({
    publish: () => undefined,
    maxChars: () => 1_000,
    putAside: () => Promise.resolve(),
  });
  const address = { name: `node-${weight}`, instance: 'p' };
  return new NodeHandle(address, { kind: 'beat', ...BEAT, weight }, { outbox, now: 0 });
}

/** How many calls that use so much go into one message to a node. */
function callsIn(next: NextMessage, node: NodeHandle, cpuMs: number): number {
  next.add(node, cpuMs);
  let calls = 1;
  for (; next.nodeFor(cpuMs) === node; calls += 1) next.add(node, cpuMs);
  return calls;
}

describe('the message that the next calls of a host join (C-2)', () => {
  it.each([
    { what: 'that use next to nothing', weight: 10, cpuMs: 0.01, calls: 32 },
    { what: 'that use 0.3 ms', weight: 10, cpuMs: 0.3, calls: 3 },
    { what: 'that use 5 ms', weight: 10, cpuMs: 5, calls: 1 },
    { what: 'of which nothing is known', weight: 10, cpuMs: Number.POSITIVE_INFINITY, calls: 1 },
    { what: 'to a node of half the weight', weight: 5, cpuMs: 0.01, calls: 16 },
    { what: 'to a node of little weight', weight: 0, cpuMs: 0.01, calls: 1 },
    { what: 'to a node of much weight', weight: 1_000, cpuMs: 0.01, calls: 32 },
  ])('has room for so many $what: $calls', ({ weight, cpuMs, calls }) => {
    expect(callsIn(new NextMessage(), nodeOf(weight), cpuMs)).toBe(calls);
  });

  it('is none once it was sent, and the next one has all of its room', () => {
    const next = new NextMessage();
    const node = nodeOf(10);
    next.add(node, 0.3);
    node.nextMessage();
    expect(next.nodeFor(0.3)).toBeUndefined();
    expect(callsIn(next, node, 0.3)).toBe(3);
  });

  it('is that of the last call', () => {
    const next = new NextMessage();
    const node = nodeOf(10);
    next.add(nodeOf(10), 0.01);
    next.add(node, 0.01);
    expect(next.nodeFor(0.01)).toBe(node);
  });
});

describe('what calls of a tool cost', () => {
  const used = (cpuMs: number) => ({
    ...({ status: 'ok', content: [] } as const),
    usage: { cpuMs, wallMs: 0, heapBytes: 0, bytesIn: 0, bytesOut: 0, hostCalls: 0 },
  });

  it('is unknown before one has ended, and follows those that end', () => {
    const costs = new ToolCosts();
    expect(costs.of('a')).toBe(Number.POSITIVE_INFINITY);
    costs.note('a', used(0.1));
    expect(costs.of('a')).toBe(0.1);
    for (let call = 0; call < 40; call += 1) costs.note('a', used(5));
    expect(costs.of('a')).toBeCloseTo(5, 1);
    costs.note('b', { status: 'ok', content: [] });
    expect(costs.of('b')).toBe(Number.POSITIVE_INFINITY);
  });
});
