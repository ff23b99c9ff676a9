import type { RateRule } from '@mortise/contracts';

/** A limit in words. */
export function describeLimit(rule: RateRule): string {
  const whose = Object.entries(rule.for ?? {}).map(([name, value]) =>
    value === '*' ? `each ${name}` : `${name} ${value}`,
  );
  return `${describeAmount(rule)}${whose.length === 0 ? '' : ` for ${whose.join(', ')}`}`;
}

function describeAmount({ calls, costUsd, resultTokens, concurrent, per }: RateRule): string {
  if (concurrent !== undefined) return `${concurrent} calls at the same time`;
  if (calls !== undefined) return `${calls} calls per ${per}`;
  return resultTokens === undefined
    ? `${costUsd} USD per ${per}`
    : `${resultTokens} tokens of results per ${per}`;
}
