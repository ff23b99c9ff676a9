import { describe, expect, it } from 'vitest';
import { HostLifetime } from './host-lifetime.ts';

const part = (name: string, closed: string[]) => ({
  [Symbol.asyncDispose]: async () => void closed.push(name),
});

describe('HostLifetime', () => {
  it('closes what depends on the host first, then its parts, the last one opened first', async () => {
    const closed: string[] = [];
    const lifetime = new HostLifetime();
    lifetime.own(part('audit', closed));
    lifetime.own(part('runner', closed));
    lifetime.beforeClose(async () => void closed.push('gateway'));
    lifetime.beforeClose(() => Promise.reject(new Error('no')));
    lifetime.beforeClose(async () => void closed.push('left'))();
    await Promise.all([lifetime.close(), lifetime.close()]);
    await lifetime.close();
    expect(closed).toEqual(['gateway', 'runner', 'audit']);
  });

  it('is closed from the moment it is told to, also for what is closed with it', async () => {
    const lifetime = new HostLifetime();
    const seen: boolean[] = [];
    lifetime.beforeClose(async () => void seen.push(lifetime.isClosed));
    lifetime.requireOpen();
    const closing = lifetime.close();
    expect(() => lifetime.requireOpen()).toThrow(expect.objectContaining({ code: 'host_closed' }));
    await closing;
    expect(seen).toEqual([true]);
  });

  it('closes every part though one of them fails', async () => {
    const closed: string[] = [];
    const lifetime = new HostLifetime();
    lifetime.own(part('audit', closed));
    lifetime.own({ [Symbol.asyncDispose]: () => Promise.reject(new Error('stuck')) });
    await expect(lifetime.close()).rejects.toThrow('stuck');
    expect(closed).toEqual(['audit']);
  });
});
