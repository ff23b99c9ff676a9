import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type ApprovedCall,
  type CapabilitySubject,
  fail,
  type JsonValue,
  type OperationInput,
  type Refusal,
  type RuleVerdict,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import type { ProgramRun } from '@mortise/core';
import { denied } from '../broker-refusal.ts';
import type { AskedRun } from './apply-rules.ts';

/** What the operator says of programs that tools run, beyond what is granted. */
export interface ProgramRules {
  /** The programs that are named in rules about the tool: names, paths, or `*`. */
  names(subject: CapabilitySubject): readonly string[];
  /** `undefined` where nothing is said. */
  decide(subject: CapabilitySubject, run: ProgramRun): RuleVerdict | undefined;
  /** Asks a person for exactly this run; a decision of before counts, once. */
  ask(
    subject: CapabilitySubject,
    run: JsonValue,
    why: RuleVerdict,
  ): Promise<Refusal | ApprovedCall>;
}

/** A program that may start now. */
export interface AdmittedProgram extends AsyncDisposable {
  /** Uses the approval up first, if it needs one. Throws a refusal if that is not possible any more. */
  run<End>(start: () => Promise<End>): Promise<End>;
}

export interface AdmissionParts {
  readonly input: OperationInput<'process', 'run'>;
  readonly subject: CapabilitySubject;
  /** The real path that it runs in. */
  readonly folder: string;
  readonly rules: ProgramRules | undefined;
}

const ADMITTED: AdmittedProgram = {
  run: (start) => start(),
  [Symbol.asyncDispose]: async () => undefined,
};

/** Holds a program and its arguments to the rules. Throws a refusal for what is denied or has to wait. */
export async function admitProgram(
  asked: AskedRun,
  { input, subject, folder, rules }: AdmissionParts,
): Promise<AdmittedProgram> {
  if (rules === undefined) return ADMITTED;
  const real = await realpath(asked.binary);
  const names = await namesOf(asked, real, rules.names(subject));
  const verdict = rules.decide(subject, { names, args: asked.args });
  if (verdict === undefined || verdict.verdict === 'allow') return ADMITTED;
  if (verdict.verdict === 'deny')
    throw denied(`${asked.name} may not be run so: ${verdict.reason}`);
  const run = describeRun(real, asked.args, { input, folder });
  const answer = await rules.ask(subject, run, verdict);
  if ('status' in answer) throw denied(describeRefusal(asked.name, answer));
  return useOnce(answer, asked.name);
}

/** All that a program is called by: links and copies of its name do not take it out of a rule. */
async function namesOf(
  { name, binary }: AskedRun,
  real: string,
  written: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = new Set([name, binary, real].flatMap((each) => [each, basename(each)]));
  for (const path of written.filter((each) => each.includes('/'))) {
    if ((await realpath(path).catch(() => undefined)) === real) names.add(path);
  }
  return names;
}

/** All that the run depends on and the guest says: what a person approves. */
function describeRun(
  program: string,
  args: readonly string[],
  { input: { options = {} }, folder }: Pick<AdmissionParts, 'input' | 'folder'>,
): JsonValue {
  const { stdin } = options;
  return { program, arguments: [...args], folder, ...(stdin === undefined ? {} : { stdin }) };
}

function useOnce(approved: ApprovedCall, name: string): AdmittedProgram {
  let outcome: ToolOutcome = refuse('aborted_before_start', '');
  return {
    run: async (start) => {
      const refusal = await approved.claim();
      if (refusal !== undefined) throw denied(describeRefusal(name, refusal));
      outcome = fail('execution_failed', 'The program did not come to an end.');
      const end = await start();
      outcome = { status: 'ok', content: [] };
      return end;
    },
    [Symbol.asyncDispose]: async () => approved.ended(outcome),
  };
}

function describeRefusal(name: string, { code, message, approvalId }: Refusal): string {
  const next =
    code === 'approval_pending' && approvalId !== undefined
      ? ` It was not run. Once an operator has approved it (mortise approvals show ${approvalId}), the same call runs it, once.`
      : ' It was not run.';
  return `${name} needs approval: ${message}${next}`;
}
