import { LIMITS, type LimitName } from '@mortise/contracts';

type Limits = Readonly<Record<LimitName, number>>;

/** The limits in force: the standard ones, changed by each source in turn, never above the ceiling. */
export function resolveLimits(
  ...sources: readonly (Partial<Record<LimitName, number>> | undefined)[]
): Limits {
  const limits = new Map<LimitName, number>();
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    let value: number = LIMITS[name].standard;
    for (const source of sources) {
      const given = source?.[name];
      if (given !== undefined && Number.isFinite(given) && given > 0) value = given;
    }
    limits.set(name, Math.min(Math.ceil(value), LIMITS[name].ceiling));
  }
  return Object.freeze(Object.fromEntries(limits)) as Limits;
}
