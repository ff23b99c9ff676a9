import { signal } from '@preact/signals';

/** Arguments that the form begins with, once; not in the address, which browsers keep. */
export const prefill = signal<Prefill | undefined>(undefined);

export interface Prefill {
  readonly agent: string;
  readonly tool: string;
  /** JSON, as it was shown: secrets are taken out, and what was long is cut. */
  readonly args: string;
}
