import type { IsolateLimits } from './isolate-limits.ts';

/** What an isolate is made from, in the frame that opens it. */
export interface IsolateSpec {
  readonly extensionId: string;
  readonly source: string;
  /** JSON text. */
  readonly config: string;
  /** JSON text; there only for a load, which decides for all isolates of the same configuration. */
  readonly configSchema?: string;
  readonly limits: IsolateLimits;
  /** Lines of its log say where in its code they were written, and refusals where it asked. */
  readonly placesLogs: boolean;
}

/** What the prelude is told of it before any code of the extension runs. */
export interface GuestBoot extends Pick<IsolateSpec, 'config' | 'limits' | 'placesLogs'> {
  readonly id: string;
  /** 32 random bytes in hex. */
  readonly seed: string;
}
