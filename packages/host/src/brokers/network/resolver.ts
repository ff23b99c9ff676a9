import { lookup } from 'node:dns/promises';

/** Turns a name into all of its addresses. Asked once per hop; only its answer is connected to. */
export interface Resolver {
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** The resolver of the system, `/etc/hosts` included: what it answers is checked like everything else. */
export const systemResolver: Resolver = {
  async resolve(hostname) {
    const found = await lookup(hostname, { all: true, verbatim: true });
    return found.map(({ address }) => address);
  },
};
