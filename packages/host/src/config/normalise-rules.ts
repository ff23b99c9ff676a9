import type { ArgumentRule, RuleBody } from '@mortise/contracts';
import { compileCondition } from '@mortise/core';
import { joinIndex, joinKey } from './config-path.ts';
import type { ReadingPlace } from './config-reading.ts';
import { readSelectors } from './read-selectors.ts';

/** Rules on arguments as written → with places. One that cannot be compiled is a mistake at its place. */
export function normaliseRules(
  rules: readonly RuleBody[],
  { path, reading }: ReadingPlace,
): readonly ArgumentRule[] {
  return rules.map((rule, index) => normaliseRule(rule, { path: joinIndex(path, index), reading }));
}

function normaliseRule(rule: RuleBody, { path, reading }: ReadingPlace): ArgumentRule {
  const { tools = [], when, reason } = rule;
  checkCondition(when, { path: `${path}.when`, reading });
  const place = { path: `${path}.tools`, reading };
  if (rule.tools === undefined || tools.length === 0) {
    const message = 'the rule names no tools; write `tools: ["*"]` for all.';
    reading.findings.report({ code: 'rule_invalid', path, message });
  }
  const selectors =
    typeof tools === 'string'
      ? readSelectors([tools], place).map((each) => ({ ...each, path: place.path }))
      : readSelectors(tools, place);
  return {
    path,
    tools: selectors,
    ruling: rule.then,
    ...(when === undefined ? {} : { when }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function checkCondition(when: RuleBody['when'], { path, reading }: ReadingPlace): void {
  if (when === undefined) return;
  const compiled = compileCondition(when);
  if (compiled.status === 'ok') return;
  const at = compiled.at.reduce(joinStep, path);
  reading.findings.report({ code: 'rule_invalid', path: at, message: compiled.message });
}

function joinStep(path: string, step: string): string {
  return /^(?:0|[1-9]\d{0,5})$/.test(step) ? joinIndex(path, Number(step)) : joinKey(path, step);
}
