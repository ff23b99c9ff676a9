import type { ExitKind } from './exit-codes.ts';

/** A command cannot go on, for a reason its user can mend. */
export class CliFault extends Error {
  override readonly name = 'CliFault';
  readonly exit: ExitKind;
  readonly code: string;
  readonly hint: string;

  constructor(
    exit: ExitKind,
    problem: { readonly code: string; readonly message: string; readonly hint: string },
  ) {
    super(problem.message);
    this.exit = exit;
    this.code = problem.code;
    this.hint = problem.hint;
  }
}
