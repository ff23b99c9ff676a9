import { type Diagnostic, ERROR_CODES, type ErrorCode } from '@mortise/contracts';
import type { ConfigDocument } from './config-document.ts';
import { CONFIG_LIMITS } from './config-limits.ts';
import type { SourcePosition } from './config-node.ts';

/** Something wrong with a configuration, before it is known where the path stands in the file. */
export interface ConfigFinding {
  readonly code: ErrorCode;
  readonly path: string;
  /** A sentence without the path and without values that came from the environment. */
  readonly message: string;
  readonly subject?: string;
  readonly hint?: string;
  /** Only for what has no path yet, as a syntax error. */
  readonly position?: SourcePosition;
  /** The value at the path cannot be used at all: later findings about it would only be noise. */
  readonly isFatalForPath?: boolean;
}

/** Collects everything that is wrong with one configuration. */
export class ConfigFindings {
  readonly #findings: ConfigFinding[] = [];
  readonly #brokenPaths = new Set<string>();
  #dropped = 0;

  report(finding: ConfigFinding): void {
    if (this.#brokenPaths.has(finding.path)) return;
    if (finding.isFatalForPath === true) this.#brokenPaths.add(finding.path);
    if (this.#findings.length < CONFIG_LIMITS.diagnostics) this.#findings.push(finding);
    else this.#dropped += 1;
  }

  get isEmpty(): boolean {
    return this.#findings.length === 0;
  }

  /** Something was not kept: a loop over a hostile document may stop. */
  get isOverflowing(): boolean {
    return this.#dropped > 0;
  }

  /** Nothing more would be kept. */
  get isFull(): boolean {
    return this.#findings.length >= CONFIG_LIMITS.diagnostics;
  }

  has(...codes: readonly ErrorCode[]): boolean {
    return this.#findings.some((finding) => codes.includes(finding.code));
  }

  /** In the order of the file; findings without a line keep the order they were found in. */
  toDiagnostics(document: ConfigDocument): readonly Diagnostic[] {
    const diagnostics = this.#findings
      .map((finding) => toDiagnostic(finding, document))
      .sort(byPlace);
    if (this.#dropped > 0) diagnostics.push(truncationNotice(document.file));
    return Object.freeze(diagnostics);
  }
}

function toDiagnostic(finding: ConfigFinding, document: ConfigDocument): Diagnostic {
  const place = finding.position ?? document.locate(finding.path);
  return Object.freeze({
    code: finding.code,
    severity: 'error',
    message: finding.path === '' ? finding.message : `${finding.path}: ${finding.message}`,
    subject: finding.subject ?? '',
    path: finding.path,
    file: document.file,
    ...(place && { line: place.line, column: place.column }),
    hint: finding.hint ?? ERROR_CODES[finding.code].hint,
  });
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  return (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0);
}

function truncationNotice(file: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.config_truncated;
  return Object.freeze({
    code: 'config_truncated',
    severity: 'error',
    message: summary,
    subject: '',
    path: '',
    file,
    hint,
  });
}
