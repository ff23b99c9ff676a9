import type { RunnerRule, RunnersConfig } from '@mortise/contracts';
import type { CallFacts } from '@mortise/runner-nats';
import type { RunsOn } from '@mortise/sandbox';
import { joinIndex } from '../config/config-path.ts';

/** Decides by `runners` of a configuration where a call runs: the first rule that holds counts. */
export function createRunnerChoice({
  use = 'remote',
  rules = [],
}: RunnersConfig): (call: CallFacts) => RunsOn {
  const compiled = rules.map((rule, index) => ({
    holds: compileRule(rule),
    runsOn: { place: rule.use, because: joinIndex('runners.rules', index) },
  }));
  const otherwise: RunsOn = { place: use, because: 'runners.use' };
  if (compiled.length === 0) return () => otherwise;
  return (call) => compiled.find(({ holds }) => holds(call))?.runsOn ?? otherwise;
}

function compileRule({ extensions, trust, load }: RunnerRule): (call: CallFacts) => boolean {
  const named = extensions && new Set(extensions);
  return (call) =>
    (named === undefined || named.has(call.extensionId)) &&
    (trust === undefined || trust === call.trust) &&
    // A rule about load sends elsewhere what this machine could run, too: not where no node takes it.
    (load === undefined || (call.callsHere >= load && call.hasNode()));
}
