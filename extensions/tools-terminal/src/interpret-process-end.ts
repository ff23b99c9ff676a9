/** How a program ended, as the host tells it. */
export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** It said more than the host keeps, and was ended for it. */
  readonly truncated: boolean;
}

/** Reads the host's answer, or `undefined` if it has another shape. */
export function interpretProcessEnd(rawEnd: unknown): ProcessEnd | undefined {
  if (typeof rawEnd !== 'object' || rawEnd === null) return undefined;
  const end = rawEnd as { readonly [Key in keyof ProcessEnd]?: unknown };
  if (typeof end.stdout !== 'string' || typeof end.stderr !== 'string') return undefined;
  return {
    exitCode: typeof end.exitCode === 'number' ? end.exitCode : null,
    signal: typeof end.signal === 'string' ? end.signal : null,
    stdout: end.stdout,
    stderr: end.stderr,
    timedOut: end.timedOut === true,
    truncated: end.truncated === true,
  };
}
