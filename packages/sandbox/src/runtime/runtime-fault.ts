import type { RefusalCode } from '@mortise/contracts';

/** Why there is no runtime: no call of any extension can run, and no extension is to blame. */
export class RuntimeFault extends Error {
  readonly code: RefusalCode & ('native_addon_missing' | 'sandbox_unavailable' | 'jail_missing');

  constructor(code: RuntimeFault['code'], detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
  }

  static of(error: unknown): RuntimeFault {
    if (error instanceof RuntimeFault) return error;
    const detail = error instanceof Error ? error.message : String(error);
    return new RuntimeFault('sandbox_unavailable', detail, { cause: error });
  }
}
