import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuditFile } from './audit-file.ts';
import { oldAuditPaths } from './audit-files.ts';
import type { AuditFinding } from './audit-verdict.ts';
import { verifyAudit } from './verify-audit.ts';

const CHANGES = process.env['MORTISE_FULL'] === '1' ? 10_000 : 400;
const root = mkdtempSync(join(tmpdir(), 'mortise-tampering-'));
const log = join(root, 'audit.jsonl');
afterAll(() => rmSync(root, { recursive: true }));

beforeAll(() => {
  using audit = new AuditFile(log, { maxBytes: () => 3_500 });
  for (let at = 0; at < 48; at += 1) {
    audit.record({
      at,
      kind: 'call',
      decision: 'allowed',
      action: 'tools.execute',
      target: `t${at}`,
    });
    if (at % 3 === 0) audit.flush();
  }
});

/** The same numbers for the same seed, so that a failure can be looked at again. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Change = (text: Buffer, random: (below: number) => number) => Buffer;

const lines = (text: Buffer) => text.toString('latin1').split('\n').slice(0, -1);
const joined = (all: readonly string[]) =>
  Buffer.from(all.map((line) => `${line}\n`).join(''), 'latin1');

const CHANGE_KINDS: { readonly [name: string]: Change } = {
  'a byte is another one': (text, random) => {
    const copy = Buffer.from(text);
    const at = random(copy.length);
    copy[at] = ((copy[at] ?? 0) + 1 + random(254)) % 256;
    return copy;
  },
  'bytes are cut out': (text, random) => {
    const at = random(text.length);
    return Buffer.concat([text.subarray(0, at), text.subarray(at + 1 + random(400))]);
  },
  'bytes are put in': (text, random) => {
    const at = random(text.length);
    const more = Buffer.from(Array.from({ length: 1 + random(20) }, () => random(256)));
    return Buffer.concat([text.subarray(0, at), more, text.subarray(at)]);
  },
  'the end is cut off': (text, random) => text.subarray(0, random(text.length)),
  'lines are removed': (text, random) => {
    const all = lines(text);
    all.splice(random(all.length), 1 + random(3));
    return joined(all);
  },
  'a line is there twice': (text, random) => {
    const all = lines(text);
    all.splice(random(all.length), 0, all[random(all.length)] ?? '');
    return joined(all);
  },
  'two lines change places': (text, random) => {
    const all = lines(text);
    const one = random(all.length);
    const other = (one + 1 + random(all.length - 1)) % all.length;
    [all[one], all[other]] = [all[other] ?? '', all[one] ?? ''];
    return joined(all);
  },
  'a record is sealed anew': (text, random) => {
    const all = lines(text);
    const at = random(all.length);
    all[at] = (all[at] ?? '').replace('"allowed"', '"denied"').replace('"hash":"', '"hash":"0');
    return joined(all);
  },
};

it(`finds ${CHANGES} changes of a log and names their places (T-7)`, {
  timeout: 600_000,
}, async () => {
  const files = [...oldAuditPaths(log), log];
  expect(files.length).toBeGreaterThan(3);
  const originals = files.map((path) => readFileSync(path));
  const kinds = Object.entries(CHANGE_KINDS);
  const random = createRandom(7);
  const missed: string[] = [];
  expect(await verifyAudit(log)).toMatchObject({ isIntact: true });
  for (let at = 0; at < CHANGES; at += 1) {
    const [kind, change] = kinds[at % kinds.length] ?? ['', (text: Buffer) => text];
    const which = random(files.length);
    const before = originals[which] ?? Buffer.alloc(0);
    const after = change(before, random);
    if (after.equals(before)) continue;
    writeFileSync(files[which] ?? '', after);
    const { isIntact, broken } = await verifyAudit(log);
    writeFileSync(files[which] ?? '', before);
    const places = placesOf(
      files.map((path) => basename(path)),
      which,
      firstChangedLine(before, after),
    );
    if (isIntact || !places.includes(placeOf(broken))) {
      missed.push(
        `${at} ${kind}: ${placeOf(broken)} (${broken?.code}), not ${places.join(' or ')}`,
      );
    }
  }
  expect(missed).toEqual([]);
  expect(await verifyAudit(log)).toMatchObject({ isIntact: true });
});

function firstChangedLine(before: Buffer, after: Buffer): number {
  let at = 0;
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1;
  return before.subarray(0, at).toString('latin1').split('\n').length;
}

/** What is missing at the end of a file is missed at the beginning of the next one. */
function placesOf(names: readonly string[], which: number, line: number): readonly string[] {
  return [
    `${names[which]}:${line}`,
    ...(which + 1 < names.length ? [`${names[which + 1]}:1`] : []),
  ];
}

function placeOf(broken: AuditFinding | undefined): string {
  return `${broken?.file}:${broken?.line}`;
}
