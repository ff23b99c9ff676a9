import type { CallNote } from '../../data/answers.ts';

const TONES = { ok: 'tone-good', refused: 'tone-warn', failed: 'tone-bad' } as const;

/** How a call ended: well, or by which code. */
export function OutcomeBadge({
  note,
}: {
  readonly note: Pick<CallNote, 'status' | 'code' | 'dryRun'>;
}) {
  const { status, code, dryRun } = note;
  return (
    <span class={`badge ${TONES[status]}`} title={code ?? status}>
      {status === 'ok' ? (dryRun ? 'dry run' : 'ok') : (code ?? status)}
    </span>
  );
}
