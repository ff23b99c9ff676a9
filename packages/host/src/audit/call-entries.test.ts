import type { AuditEntry, CallReport, ToolEntry, ToolSurface } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../brokers/secrets/create-redactor.ts';
import { CallAudit } from './audit-calls.ts';
import type { CallEntry } from './entry-parts.ts';
import { WaitingEntries } from './waiting-entries.ts';

const TOOL: ToolEntry = {
  ...{ name: 'echo', description: 'Says it.', schema: { type: 'object' }, aliases: [] },
  ...{ origin: { kind: 'extension', id: 'notes' }, isOptional: false },
};
const SURFACE = { policyHash: 'p', stateOf: () => 'active' } as unknown as ToolSurface;

const report = (parts: Partial<CallReport> = {}): CallReport => ({
  ...{ callId: 'c-1', toolName: 'echo', sessionKey: 's', durationMs: 1, dryRun: false },
  ...{ outcome: { status: 'ok', content: [] }, size: { raw: 1, reduced: 1 } },
  ...{ agentId: 'main', extensionId: 'notes', entry: TOOL, surface: SURFACE, args: { a: 1 } },
  ...parts,
});

const REPORTS: readonly CallReport[] = [
  report(),
  report({ callId: 'a "quoted"\n id \u2028', sessionKey: 'ä' }),
  report({ userId: 'ana', principalId: 'tok_1' }),
  report({ ruling: { verdict: 'allow', reason: 'fine "so"' } }),
  report({ outcome: { status: 'refused', code: 'rule_denied', message: 'no\nno' } }),
  report({ outcome: { status: 'failed', code: 'timeout', message: '', effects: 'unknown' } }),
  report({ approvalId: 'ap_1', ruling: { verdict: 'ask', reason: 'mail' }, dryRun: true }),
  report({ toolName: 'other', callId: 'hunter22' }),
];

/** As a file takes it. */
function writtenText(entry: CallEntry): string {
  const waiting = new WaitingEntries();
  waiting.add(entry);
  return [...waiting].map((each) => `${Buffer.from(each.own).toString()}${each.shared}`).join();
}

/** The entries of these calls, as a sink of an embedder gets them and as a file does. */
function entriesOf(reports: readonly CallReport[], secrets: readonly string[] = []) {
  const redactor = secrets.length === 0 ? undefined : createRedactor(secrets);
  const given: AuditEntry[] = [];
  const texts: string[] = [];
  const common = {
    ...{ now: () => 7, addressOf: () => 'sha256-r', redactor: () => redactor },
    ...{ keepsArguments: () => true, isStrict: () => false },
    audit: { record: (entry: AuditEntry) => void given.push(entry) },
  };
  const asData = new CallAudit(common);
  const asText = new CallAudit({
    ...common,
    texts: { recordText: (entry) => void texts.push(writtenText(entry)) },
  });
  for (const each of reports) {
    asData.finished(each);
    asText.finished(each);
  }
  return { given, written: texts.map((text) => JSON.parse(`{${text}}`) as AuditEntry) };
}

describe('the entries of calls (S-7, T-7)', () => {
  it('are the same for a file and for a sink of the embedder, whichever call came before', () => {
    const all = REPORTS.flatMap((one) => REPORTS.flatMap((other) => [one, other]));
    const { given, written } = entriesOf(all);
    expect(written).toEqual(given);
  });

  it('have no known secret in a file, whatever is remembered of calls before', () => {
    const { written } = entriesOf(REPORTS, ['hunter22', 'fine']);
    expect(JSON.stringify(written)).not.toMatch(/hunter22|fine/);
    expect(written.at(-1)).toMatchObject({ callId: '[redacted]', toolName: 'other' });
  });

  it('are made anew when another secret becomes known', () => {
    const texts: string[] = [];
    let redactor: ReturnType<typeof createRedactor> | undefined;
    const calls = new CallAudit({
      ...{ now: () => 7, redactor: () => redactor, keepsArguments: () => false },
      ...{ isStrict: () => false, audit: { record: () => undefined } },
      texts: { recordText: (entry) => void texts.push(writtenText(entry)) },
    });
    const secret = report({ sessionKey: 'token-4711', userId: 'token-4711' });
    calls.finished(secret);
    redactor = createRedactor(['token-4711']);
    calls.finished(secret);
    expect(texts.map((text) => text.includes('token-4711'))).toEqual([true, false]);
  });
});
