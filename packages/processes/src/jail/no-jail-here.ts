import type { JailReport } from './jail-layers.ts';

/** What any other launcher on this machine would find as well. */
export class NoJailHere extends Error {
  /** What was tried, where it got that far. */
  readonly report: JailReport | undefined;

  constructor(message: string, report?: JailReport) {
    super(message);
    this.report = report;
  }
}
