import { type Diagnostic, type Disposer, ERROR_CODES, showHidden } from '@mortise/contracts';
import { createDisposer } from '@mortise/core';

/** Says what is not well with one part right now; asked each time, so cheap. */
export type DiagnosticSource = () => readonly Diagnostic[];

/** Worst first. */
const SEVERITIES: readonly Diagnostic['severity'][] = ['error', 'warning', 'info'];

/**
 * The one list of what an operator should know: every part that can be unwell adds a source, and all
 * that show trouble (banner, health, metrics, API, `check`, `doctor`) read this list.
 */
export class DiagnosticSources {
  readonly #sources = new Set<{ readonly read: DiagnosticSource }>();
  readonly #redact: (text: string) => string;

  /** Texts of servers, extensions and files are in it: `redact` takes known secrets out. */
  constructor(redact: (text: string) => string = (text) => text) {
    this.#redact = redact;
  }

  add(read: DiagnosticSource): Disposer {
    const source = { read };
    this.#sources.add(source);
    return createDisposer(() => this.#sources.delete(source));
  }

  /** Worst first, each once, with nothing hidden or secret in it. Never throws. */
  list(): readonly Diagnostic[] {
    const found = [...this.#sources].flatMap(({ read }) => readSource(read));
    const clean = found.map((each) => this.#clean(each));
    return SEVERITIES.flatMap((severity) =>
      withoutRepeats(clean.filter((each) => each.severity === severity)),
    );
  }

  #clean(diagnostic: Diagnostic): Diagnostic {
    const show = (text: string) => showHidden(this.#redact(text));
    const { subject, message, hint } = diagnostic;
    return { ...diagnostic, subject: show(subject), message: show(message), hint: show(hint) };
  }
}

/** The same finding of two parts is one: a key that no text can imitate. */
function withoutRepeats(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const each of found) {
    const { code, subject, path, message } = each;
    const key = JSON.stringify([code, subject, path, message]);
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/** A part that cannot even say how it is, is not well. */
function readSource(read: DiagnosticSource): readonly Diagnostic[] {
  try {
    return read();
  } catch (error) {
    const { hint } = ERROR_CODES.internal_error;
    const message = `A part of the host cannot say how it is: ${String(error)}`;
    const subject = 'diagnostics';
    return [{ code: 'internal_error', severity: 'error', subject, message, hint }];
  }
}
