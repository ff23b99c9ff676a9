import type { JsonValue, OutcomeCode, SessionProblem, SessionResult } from '@mortise/host';

/** What is for the program and not for the model. */
export interface CallArtifact {
  readonly structured?: JsonValue;
  readonly code?: OutcomeCode;
  readonly effects?: SessionProblem['effects'];
}

export function artifactOf(result: SessionResult): CallArtifact {
  const { structured } = result;
  const problem = result.ok ? {} : { code: result.code, effects: result.effects };
  return { ...(structured === undefined ? {} : { structured }), ...problem };
}
