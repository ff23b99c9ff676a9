import type { ErrorCode, StateTrouble } from '@mortise/contracts';
import type { FileTrouble, GuardedDatabase } from './guarded-database.ts';

/** A state file as an operator knows it. */
export interface StateFile {
  /** What is kept in it: `sessions`, `storage`. */
  readonly subject: string;
  readonly path: string;
  /** What is said of it once it is damaged. */
  readonly damagedCode: ErrorCode;
}

type Guarded = Pick<GuardedDatabase, 'trouble' | 'replacements'>;

/** What an operator should know of a state file; nothing while it is well. */
export function fileTroubles(guarded: Guarded, file: StateFile): readonly StateTrouble[] {
  const { trouble, replacements } = guarded;
  const { subject, path } = file;
  const found = (code: ErrorCode, detail: string) => ({ code, subject, detail, file: path });
  return [
    ...(trouble === undefined
      ? []
      : [
          {
            severity: 'error',
            ...found(codeOf(trouble, file), `${path}: ${trouble.reason}`),
          } as const,
        ]),
    ...(replacements === 0
      ? []
      : [{ severity: 'warning', ...found('state_file_replaced', path) } as const]),
  ];
}

/** Damage, a newer form and a disk that refuses need different things of an operator. */
export function codeOf({ fault }: FileTrouble, { damagedCode }: StateFile): ErrorCode {
  if (fault === 'damaged') return damagedCode;
  return fault === 'newer' ? 'state_file_newer' : 'state_file_unusable';
}
