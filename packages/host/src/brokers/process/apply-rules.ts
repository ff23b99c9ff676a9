import { realpath } from 'node:fs/promises';
import { type GrantedRule, type GrantOf, judgeArguments } from '@mortise/contracts';
import { denied } from '../broker-refusal.ts';
import type { BinaryFinder } from './find-binary.ts';

/** What a program is really run with: its arguments, and what the host adds to them. */
export interface RuledRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folders: ReadonlySet<NonNullable<GrantedRule['folder']>>;
}

export interface AskedRun {
  /** As the guest calls it. */
  readonly name: string;
  /** Where it was found. */
  readonly binary: string;
  readonly args: readonly string[];
}

/** Applies every rule of a program, by whichever name it is called. Refuses what one of them refuses. */
export async function applyRules(
  { name, binary, args }: AskedRun,
  { rules = [], env = {} }: GrantOf<'process'>,
  binaries: BinaryFinder,
): Promise<RuledRun> {
  const own = await rulesOf(binary, rules, binaries);
  const before: string[] = [];
  const within: string[] = [];
  let words = 0;
  for (const rule of own) {
    const verdict = judgeArguments(rule, args);
    if (verdict.status === 'refused') throw denied(`${name}: ${verdict.reason}.`);
    const { command } = verdict;
    before.push(...(rule.fixed ?? []));
    within.push(...(command.fixed ?? []));
    words = Math.max(words, command.words?.length ?? 0);
  }
  return {
    args: [...before, ...args.slice(0, words), ...within, ...args.slice(words)],
    env: Object.assign({}, env, ...own.map((rule) => rule.env ?? {})),
    folders: new Set(own.flatMap(({ folder }) => folder ?? [])),
  };
}

async function rulesOf(
  binary: string,
  rules: readonly GrantedRule[],
  binaries: BinaryFinder,
): Promise<readonly GrantedRule[]> {
  const isSame = await Promise.all(
    rules.map(async ({ program }) => {
      // A rule for a program that is not there concerns none that is.
      const path = await binaries.find(program).catch(() => undefined);
      return path !== undefined && (await isOneFile(path, binary));
    }),
  );
  return rules.filter((_rule, index) => isSame[index] === true);
}

async function isOneFile(one: string, other: string): Promise<boolean> {
  return one === other || (await realpath(one)) === (await realpath(other));
}
