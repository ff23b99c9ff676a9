import type { AuditPaths } from './audit-paths.ts';
import type { AuditFindingCode } from './audit-verdict.ts';
import type { ChainRecord } from './chain-record.ts';

/** Findings about what lies beside the files of a log, and what that is. */
export const BESIDE = {
  head_invalid: 'head',
  head_missing: 'head',
  key_differs: 'head',
  anchor_invalid: 'anchor',
} as const satisfies { readonly [Code in AuditFindingCode]?: keyof AuditPaths };

/** What a host found when it went on, and wrote into the log. */
export const RECORDED: { readonly [action: string]: AuditFindingCode | undefined } = {
  'audit.lost': 'records_lost',
  'audit.forked': 'records_replaced',
  'audit.unanchored': 'head_was_missing',
};

export function detailOf({ detail }: ChainRecord): { readonly [key: string]: unknown } {
  return typeof detail === 'object' && detail !== null ? { ...detail } : {};
}

/** What may stand before the record with which a file begins: it is about that file or its key. */
const BEFORE_START: ReadonlySet<string> = new Set(['audit.recovered', 'audit.key']);

/** Whether each file begins as a host begins it, and only there: lines may not pass from one to another. */
export class FileStart {
  #isBegun = false;

  beginFile(): void {
    this.#isBegun = false;
  }

  /** False for a record that cannot stand here. */
  take({ kind, action }: ChainRecord): boolean {
    const isStart = kind === 'chain' && action === 'audit.file';
    const isRight = isStart ? !this.#isBegun : this.#isBegun || BEFORE_START.has(action);
    this.#isBegun ||= isStart;
    return isRight;
  }
}
