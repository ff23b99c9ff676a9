import type { ErrorCode } from './error-codes.ts';

/** Something an operator should know that stopped nothing else. Codes and hints come from the one table. */
export interface Diagnostic {
  readonly code: ErrorCode;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** What it is about: a tool name, an extension id, a selector. */
  readonly subject: string;
  /** Config path, `agents.list[0].tools.allow[1]`. */
  readonly path?: string;
  /** Whose rule it is: `tools`, `agent`, `toolkit devops`, `extension weather`. */
  readonly layer?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly hint: string;
}
