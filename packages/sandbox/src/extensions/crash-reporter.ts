import type { FailureCode, Logger } from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { Extension } from './extension.ts';

export interface CrashReporterParts {
  readonly logger: Logger;
  readonly emit: (event: SandboxEvent) => void;
}

/** Counts what extensions crashed, and says when one is quarantined for it. */
export class CrashReporter {
  readonly #parts: CrashReporterParts;

  constructor(parts: CrashReporterParts) {
    this.#parts = parts;
  }

  /** An extension has lost its isolate or its runner by its own doing. */
  count(extension: Extension, code: FailureCode): void {
    const { logger, emit } = this.#parts;
    const extensionId = extension.id;
    const quarantine = extension.countCrash();
    emit({ type: 'extension_crashed', extensionId, crashes: extension.crashes, code });
    if (quarantine === undefined) return;
    const { until } = quarantine;
    logger.warn({ extensionId, until }, 'the extension is quarantined');
    emit({ type: 'extension_quarantined', extensionId, until });
  }
}
