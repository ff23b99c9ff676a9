import { refuse, refuseLater } from './dns-promises.ts';

export {
  ADDRCONFIG,
  ALL,
  BADRESP,
  CONNREFUSED,
  NODATA,
  NOTFOUND,
  SERVFAIL,
  TIMEOUT,
  V4MAPPED,
} from '../dns-codes.ts';
export * as promises from './dns-promises.ts';

type Callback = (error: Error) => void;

/** Names are looked up by the host when it makes a request; a guest never sees addresses. */
const withCallback =
  (what: string) =>
  (...args: unknown[]): void => {
    const callback = args.at(-1) as Callback;
    refuseLater(what).catch((error: Error) => callback(error));
  };

export const lookup = withCallback('lookup');
export const lookupService = withCallback('lookupService');
export const resolve = withCallback('resolve');
export const resolve4 = withCallback('resolve4');
export const resolve6 = withCallback('resolve6');
export const resolveAny = withCallback('resolveAny');
export const resolveCaa = withCallback('resolveCaa');
export const resolveCname = withCallback('resolveCname');
export const resolveMx = withCallback('resolveMx');
export const resolveNaptr = withCallback('resolveNaptr');
export const resolveNs = withCallback('resolveNs');
export const resolvePtr = withCallback('resolvePtr');
export const resolveSoa = withCallback('resolveSoa');
export const resolveSrv = withCallback('resolveSrv');
export const resolveTlsa = withCallback('resolveTlsa');
export const resolveTxt = withCallback('resolveTxt');
export const reverse = withCallback('reverse');

export function getServers(): readonly string[] {
  return [];
}

export function setServers(): void {}

export function getDefaultResultOrder(): string {
  return 'verbatim';
}

export function setDefaultResultOrder(): void {}

export class Resolver {
  readonly resolve = resolve;
  readonly resolve4 = resolve4;
  readonly resolve6 = resolve6;
  readonly cancel = (): void => {};
  readonly setServers = setServers;
  readonly getServers = getServers;
  readonly setLocalAddress = (): never => refuse('setLocalAddress');
}
