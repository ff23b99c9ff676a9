import { LIMITS, type LimitName, type LimitSettings, type ResolvedLimits } from './limits.ts';

/**
 * The limits in force: the standard ones, changed by each source in turn, never above the ceiling.
 * A value that is no number above 0 changes nothing.
 */
export function resolveLimits(...sources: readonly (LimitSettings | undefined)[]): ResolvedLimits {
  const limits = LIMIT_NAMES.map((name) => [name, limitOf(name, sources)] as const);
  // `LIMIT_NAMES` are all keys of the table.
  return Object.freeze(Object.fromEntries(limits)) as ResolvedLimits;
}

/** The same, lowered to what an extension declares of itself: it may ask for less than it has, never for more. */
export function lowerLimits(limits: ResolvedLimits, declared: LimitSettings = {}): ResolvedLimits {
  const lowered = LIMIT_NAMES.map((name) => {
    const wanted = declared[name];
    return [name, isUsable(wanted) ? Math.min(limits[name], Math.ceil(wanted)) : limits[name]];
  });
  return Object.freeze(Object.fromEntries(lowered)) as ResolvedLimits;
}

/** In the order of the table. */
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[];

function limitOf(name: LimitName, sources: readonly (LimitSettings | undefined)[]): number {
  const { standard, ceiling } = LIMITS[name];
  const given = sources.map((source) => source?.[name]).findLast(isUsable);
  return Math.min(Math.ceil(given ?? standard), ceiling);
}

function isUsable(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}
