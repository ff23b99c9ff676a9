import { needs } from '../missing.ts';
import { EventEmitter } from './events.ts';

/** One process without workers, which is what loggers and counters ask for. */
const cluster: object = Object.assign(new EventEmitter(), {
  ...{ isMaster: true, isPrimary: true, isWorker: false, workers: {}, settings: {} },
  ...{ SCHED_NONE: 1, SCHED_RR: 2, schedulingPolicy: 2, worker: undefined },
  ...{ setupMaster: () => undefined, setupPrimary: () => undefined },
  fork: needs('none', 'cluster.fork'),
  Worker: needs('none', 'cluster.Worker'),
  disconnect: (callback?: () => void): void => callback?.(),
});

export const isMaster = true;
export const isPrimary = true;
export const isWorker = false;
export const workers = {};
export default cluster;
