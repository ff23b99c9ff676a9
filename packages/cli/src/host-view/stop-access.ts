import { randomUUID } from 'node:crypto';
import type { StateStore, StopTarget } from '@mortise/contracts';
import {
  type AskedStop,
  AuditFile,
  type HeldStop,
  PostgresState,
  readStatePlace,
  recordStop,
  SqliteState,
  type StateFolder,
  type StopChange,
  StopMarker,
  StopSwitch,
} from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { CliFault } from '../output/cli-fault.ts';
import { createAskHost, type HostQuestion } from '../running/ask-host.ts';
import { findRunningHost } from '../running/running-host.ts';
import { findStateAddress, isReadable } from '../settings/find-state-address.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import { osAccount } from '../settings/os-account.ts';
import type { ViewChoice } from './open-view.ts';

/** How long a host may take to say that it stopped; one that hangs reads the state by itself. */
const ANSWER_MS = 5_000;

/** The stop switch of a state, with or without a host that serves it. */
export interface StopAccess {
  /** Which host answers; absent if the state itself is changed. */
  readonly pid?: number;
  /** One runs and does not answer: it sees the change by itself. */
  readonly isSilent: boolean;
  /** The database that hosts go by, if it cannot be found: the configuration that says so cannot be read. */
  readonly unreached?: string;
  list(): Promise<readonly HeldStop[]>;
  stop(stop: AskedStop & { readonly force: boolean }): Promise<HeldStop>;
  resume(target: StopTarget): Promise<readonly HeldStop[]>;
}

/** Asks the host that serves the state, or opens the state: a stop needs neither a host nor a good configuration. */
export async function openStopAccess(choice: ViewChoice): Promise<StopAccess & AsyncDisposable> {
  const configPath = findConfig(choice.cwd, choice.config);
  const folder = await findStateFolder(configPath, choice);
  const running = findRunningHost(folder.running);
  const ask = running === undefined ? undefined : await createAskHost(running, folder.token);
  let opened: (StopAccess & AsyncDisposable) | undefined;
  // Not before it is needed: a host that runs has the password of its state, and who types this may not have it.
  const own = async () => {
    const address = await findStateAddress(configPath, choice);
    const isKnown = address !== undefined || (await isReadable(configPath, choice.env));
    const unreached = isKnown ? undefined : readStatePlace(folder);
    const isSilent = running !== undefined;
    opened ??= openOwn(folder, openOwnState(folder, address), { isSilent, unreached });
    return opened;
  };
  if (running === undefined || ask === undefined) return own();
  // Whatever the host answers counts; no answer is one more reason to stop it by other means.
  const asked = async <Answer>(
    path: string,
    question: HostQuestion,
    other: () => Promise<Answer>,
  ) => {
    try {
      return await ask<Answer>(path, { ...question, signal: AbortSignal.timeout(ANSWER_MS) });
    } catch (error) {
      if (error instanceof CliFault) throw error;
      return other();
    }
  };
  return {
    pid: running.pid,
    isSilent: false,
    list: async () =>
      (await asked('/api/stops', {}, async () => ({ stops: await (await own()).list() }))).stops,
    stop: (stop) => asked('/api/stops', { body: stop }, async () => (await own()).stop(stop)),
    resume: async (target) =>
      (
        await asked('/api/stops/lift', { body: target }, async () => ({
          lifted: await (await own()).resume(target),
        }))
      ).lifted,
    [Symbol.asyncDispose]: async () => opened?.[Symbol.asyncDispose](),
  };
}

function openOwnState(folder: StateFolder, address: string | undefined): StateStore {
  const options = { logger: LOGGER, now: Date.now };
  return address === undefined
    ? new SqliteState({ ...options, path: folder.sessions })
    : new PostgresState({ ...options, url: address });
}

function openOwn(
  folder: StateFolder,
  state: StateStore,
  {
    isSilent,
    unreached,
  }: Pick<StopAccess, 'isSilent'> & { readonly unreached: string | undefined },
): StopAccess & AsyncDisposable {
  const { stops: store } = state;
  const stops = new StopSwitch({
    ...{ store, logger: LOGGER, now: Date.now, newId: randomUUID },
    marker: new StopMarker(folder.stops),
  });
  const read = async () => {
    const isUnreadable = await store.list().then(
      () => false,
      () => true,
    );
    stops.readMarker({ isOnlyCopy: isUnreadable });
    await stops.refresh();
  };
  const by = osAccount();
  return {
    isSilent,
    ...(unreached === undefined ? {} : { unreached }),
    list: async () => {
      await read();
      return stops.list();
    },
    stop: async ({ force: _, ...stop }) => {
      await read();
      const stopped = await stops.stop({ ...stop, by });
      record(folder, [{ kind: 'stopped', stop: stopped, by, ended: 0 }]);
      // The marker is this machine's; hosts on others read the database alone.
      const isHeard =
        unreached === undefined && (state.changes === undefined || state.troubles().length === 0);
      return { ...stopped, isDurable: stopped.isDurable && isHeard };
    },
    resume: async (target) => {
      await read();
      const lifted = await stops.resume(target, by);
      record(
        folder,
        lifted.map((stop) => ({ kind: 'resumed', stop, by, ended: 0 })),
      );
      return lifted;
    },
    [Symbol.asyncDispose]: () => state[Symbol.asyncDispose](),
  };
}

/** A stop holds whether it can be written down or not; what the command itself records says so if it cannot. */
function record(folder: StateFolder, changes: readonly StopChange[]): void {
  try {
    using audit = new AuditFile(folder.audit);
    for (const change of changes) recordStop(audit, change, Date.now());
  } catch {
    // Said by `recordCommand`, which writes to the same file.
  }
}

function quiet(): void {}

const LOGGER = { debug: quiet, info: quiet, warn: quiet, error: quiet };
