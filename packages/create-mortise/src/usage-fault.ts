/** The command line cannot be understood; its user can mend it. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
  readonly code = 'usage';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(`${message}; nothing was written.`);
    this.hint = hint;
  }
}
