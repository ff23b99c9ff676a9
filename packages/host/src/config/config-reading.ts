import type { ConfigFindings } from './config-findings.ts';

const LONGEST_SHOWN = 80;

/** Where something of the file is read: its config path, and the list of findings. */
export interface ReadingPlace {
  readonly path: string;
  readonly reading: ConfigReading;
}

/** What every part of the normaliser needs: where to report, and how to show what was written. */
export class ConfigReading {
  readonly findings: ConfigFindings;
  readonly #writtenForms: ReadonlyMap<string, string>;

  constructor(findings: ConfigFindings, writtenForms: ReadonlyMap<string, string>) {
    this.findings = findings;
    this.#writtenForms = writtenForms;
  }

  /** The text as it stands in the file: what the environment filled in may be a secret. */
  show(text: string): string {
    const written = this.#writtenForms.get(text) ?? text;
    return written.length <= LONGEST_SHOWN ? written : `${written.slice(0, LONGEST_SHOWN)}…`;
  }
}
