import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { AuditFile } from './audit-file.ts';
import { auditPathsOf } from './audit-paths.ts';
import { verifyAudit } from './verify-audit.ts';

/** All places are tried in a full run; every so many otherwise. */
const STEP = process.env['MORTISE_FULL'] === '1' ? 1 : 41;
const root = mkdtempSync(join(tmpdir(), 'mortise-torn-'));
afterAll(() => rmSync(root, { recursive: true }));
const log = join(root, 'audit.jsonl');
const { head } = auditPathsOf(log);

const entry = (target: string): AuditEntry => ({
  ...{ at: 1, kind: 'capability', decision: 'denied', action: 'fs_reach.read', target },
});

/** What one host writes in one go, and what it leaves when it ends. */
function write(...targets: string[]): void {
  using audit = new AuditFile(log);
  for (const target of targets) audit.record(entry(target));
}

function restart(files: ReadonlyMap<string, Buffer>): void {
  for (const [path, bytes] of files) writeFileSync(path, bytes, { mode: 0o600 });
}

const filesNow = () => new Map([log, head].map((path) => [path, readFileSync(path)]));

describe('a kill in the middle of a write (T-7)', { timeout: 120_000 }, () => {
  write('a', 'ä工具');
  const before = filesNow();
  write('b', 'ö', 'c');
  const after = readFileSync(log);
  const start = before.get(log)?.length ?? 0;
  const written = after.subarray(start);
  const cuts = Array.from({ length: Math.ceil(written.length / STEP) }, (_, at) => at * STEP + 1);
  const ends = [...written.keys()]
    .filter((at) => written[at] === 0x0a)
    .flatMap((at) => [at, at + 1]);

  it(`is healed wherever it cut: ${cuts.length + ends.length} places`, async () => {
    for (const cut of [...cuts, ...ends].filter((at) => at <= written.length)) {
      restart(before);
      // The head is signed after the write: it is that of before.
      appendFileSync(log, written.subarray(0, cut));
      const whole = written.subarray(0, cut).toString('latin1').split('\n').length - 1;
      const isCut = written[cut - 1] !== 0x0a;
      const line = linesIn(before.get(log)) + whole + 1;
      const killed = await verifyAudit(log);
      expect(killed, `cut at ${cut}`).toMatchObject({ isIntact: true });
      expect(killed.notes.some((note) => note.code === 'tail_cut' && note.line === line)).toBe(
        isCut,
      );
      write('after');
      const healed = await verifyAudit(log);
      expect(healed, `healed after ${cut}`).toMatchObject({ isIntact: true });
      const codes = healed.notes.map(({ code }) => code);
      // A record whose end of line alone is missing is whole.
      const isWhole = written[cut] === 0x0a;
      expect(codes.includes('line_cut'), `cut at ${cut}`).toBe(isCut && !isWhole);
      expect(codes.includes('adopted')).toBe(whole > 0 || isWhole);
      expect(readFileSync(log, 'utf8')).toContain('"target":"after"');
    }
  });

  it('is told from what another hand wrote there', async () => {
    for (const bytes of [
      'x',
      '{"seq":9',
      '{"seq":5,"prev":"00',
      '\0\0\0',
      '{"seq":5,"prev":"0", "x"}',
    ]) {
      restart(before);
      appendFileSync(log, bytes);
      const line = linesIn(before.get(log)) + 1;
      const found = {
        isIntact: false,
        broken: { code: 'line_changed', file: 'audit.jsonl', line },
      };
      expect(await verifyAudit(log), bytes).toMatchObject(found);
      write('after');
      expect(await verifyAudit(log), `${bytes}, and a host went on`).toMatchObject(found);
    }
  });
});

function linesIn(bytes: Buffer | undefined): number {
  return String(bytes).split('\n').length - 1;
}
