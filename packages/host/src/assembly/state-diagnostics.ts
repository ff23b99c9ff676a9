import {
  type Diagnostic,
  ERROR_CODES,
  type SessionStore,
  type StateTrouble,
} from '@mortise/contracts';

/** What is wrong with the state, as all other troubles are told. */
export function stateDiagnostics(troubles: readonly StateTrouble[]): readonly Diagnostic[] {
  return troubles.map(({ code, severity, subject, detail, file }) => {
    const { summary, hint } = ERROR_CODES[code];
    const message = `${summary} ${detail}`;
    return { code, severity, subject, message, hint, ...(file === undefined ? {} : { file }) };
  });
}

/** A store of the embedder says no more than that. */
export function sessionStoreTroubles({ mode }: SessionStore): readonly StateTrouble[] {
  if (mode !== 'safe') return [];
  const code = 'session_store_damaged';
  return [{ code, severity: 'error', subject: 'sessions', detail: '' }];
}
