import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CaseData, type ConformanceCase, isRecord } from './conformance-case.ts';

export interface CaseFolder {
  readonly cases: readonly ConformanceCase[];
  /** Files that hold no cases one could run. */
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[];
}

const OWN_KEYS: readonly string[] = ['id', 'title', 'in', 'expect', 'from'];

/** Reads every case file (`*.json`) in a folder and the folders below it, in order of their names. */
export async function readCases(folder: string): Promise<CaseFolder> {
  const names = await readdir(folder, { recursive: true });
  const cases: ConformanceCase[] = [];
  const unreadable: CaseFolder['unreadable'][number][] = [];
  for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
    try {
      cases.push(...parseCases(await readFile(join(folder, name), 'utf8'), basename(name)));
    } catch (error) {
      unreadable.push({
        file: name,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return { cases, unreadable };
}

function parseCases(text: string, file: string): readonly ConformanceCase[] {
  const parsed: unknown = JSON.parse(text);
  const list = isRecord(parsed) ? parsed['cases'] : parsed;
  if (!Array.isArray(list)) throw new TypeError('a case file is a list of cases');
  return list.map((raw: unknown, index) => {
    const whole = new CaseData(raw);
    const rest = isRecord(raw)
      ? Object.fromEntries(Object.entries(raw).filter(([key]) => !OWN_KEYS.includes(key)))
      : {};
    return {
      id: whole.text('id') ?? `${file}#${index}`,
      title: whole.text('title') ?? '',
      file,
      given: whole.data('in'),
      rest: new CaseData(rest),
      expect: whole.get('expect'),
    };
  });
}
