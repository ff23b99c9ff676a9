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
  const { programs, when, reason, approver, except } = rule;
  // A rule about programs is about those of all tools, unless it says whose.
  const tools = rule.tools ?? (programs === undefined ? [] : '*');
  checkCondition(when, { path: `${path}.when`, reading });
  const place = { path: `${path}.tools`, reading };
  checkApprover(rule, { path, reading });
  if (except !== undefined && programs !== undefined) {
    const message = 'exceptions are calls; a rule about programs has none.';
    reading.findings.report({ code: 'rule_invalid', path: `${path}.except`, message });
  }
  if (programs?.length === 0) {
    const message = 'the rule names no programs; write `programs: ["*"]` for all.';
    reading.findings.report({ code: 'rule_invalid', path: `${path}.programs`, message });
  }
  if (tools.length === 0) {
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
    ...(programs === undefined ? {} : { programs }),
    ...(approver === undefined ? {} : { approver }),
    ...(except === undefined ? {} : { except }),
    ...(when === undefined ? {} : { when }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** A program is asked for while its call runs: there is no client to put a question to. */
function checkApprover(
  { approver, programs, then: ruling }: RuleBody,
  { path, reading }: ReadingPlace,
): void {
  if (approver === undefined) return;
  const report = (message: string) =>
    reading.findings.report({ code: 'rule_invalid', path: `${path}.approver`, message });
  if (ruling !== 'ask') report('`approver` is for rules that say `then: ask`.');
  else if (approver === 'user' && programs !== undefined)
    report('programs are approved by operators; remove `approver`.');
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
