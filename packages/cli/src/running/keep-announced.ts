import { mkdirSync, writeFileSync } from 'node:fs';
import type { StateFolder } from '@mortise/host';
import { announceHost } from './running-host.ts';

/** A file that was deleted is there again after this time, ms. */
const LOOK_MS = 2_000;

export interface AnnouncedHost {
  readonly url: string;
  readonly config: string;
  /** Of now: it may be rotated. */
  readonly token: () => string;
}

/**
 * Says in the state folder where this host can be asked, and with which token, as long as it serves: a
 * folder that was deleted under it does not make it unknown. Answers how to take it back.
 */
export function keepAnnounced(folder: StateFolder, host: AnnouncedHost): () => void {
  const { url, config, token } = host;
  let withdraw = announceHost(folder.running, { url, config });
  const renew = () => {
    try {
      mkdirSync(folder.path, { recursive: true, mode: 0o700 });
      withdraw = announceHost(folder.running, { url, config }) ?? withdraw;
      writeFileSync(folder.token, `${token()}\n`, { mode: 0o600, flag: 'wx' });
    } catch {
      // It is there already, or cannot be written, which the state files say.
    }
  };
  const timer = setInterval(renew, LOOK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    withdraw?.();
  };
}
