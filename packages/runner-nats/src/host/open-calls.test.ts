import { describe, expect, it } from 'vitest';
import { OpenCalls } from './open-calls.ts';
import type { RemoteCall } from './remote-call.ts';

function callNamed(name: string): RemoteCall {
  const call = {
    ...{ name, place: -1 },
    moveTo: (place: number) => {
      call.place = place;
    },
  };
  return call as unknown as RemoteCall;
}

describe('calls of a host that have not ended (C-3)', () => {
  it('are those that were added and not taken away, whichever goes first', () => {
    const [a, b, c] = [callNamed('a'), callNamed('b'), callNamed('c')];
    const open = new OpenCalls();
    for (const call of [a, b, c]) open.add(call);
    open.delete(a);
    expect(new Set(open.all)).toEqual(new Set([b, c]));
    open.delete(c);
    expect(open.all).toEqual([b]);
    open.delete(b);
    expect(open.size).toBe(0);
  });

  it('are the same after one is taken away twice, or was never there', () => {
    const [a, b] = [callNamed('a'), callNamed('b')];
    const open = new OpenCalls();
    for (const call of [a, b]) open.add(call);
    open.delete(b);
    open.delete(b);
    open.delete(callNamed('c'));
    expect(open.all).toEqual([a]);
  });
});
