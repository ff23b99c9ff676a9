export function refuse(what: string): never {
  const message = `not available in a sandbox: dns.${what} (the host looks names up when it makes a request)`;
  throw Object.assign(new Error(message), { code: 'ENOTFOUND', syscall: what });
}

export async function refuseLater(what: string): Promise<never> {
  return refuse(what);
}

export const lookup = () => refuseLater('lookup');
export const lookupService = () => refuseLater('lookupService');
export const resolve = () => refuseLater('resolve');
export const resolve4 = () => refuseLater('resolve4');
export const resolve6 = () => refuseLater('resolve6');
export const resolveAny = () => refuseLater('resolveAny');
export const resolveCname = () => refuseLater('resolveCname');
export const resolveMx = () => refuseLater('resolveMx');
export const resolveNs = () => refuseLater('resolveNs');
export const resolveSrv = () => refuseLater('resolveSrv');
export const resolveTxt = () => refuseLater('resolveTxt');
export const reverse = () => refuseLater('reverse');

export function getServers(): readonly string[] {
  return [];
}

export function setServers(): void {}

export class Resolver {
  readonly resolve = resolve;
  readonly resolve4 = resolve4;
  readonly resolve6 = resolve6;
  readonly cancel = (): void => {};
}
