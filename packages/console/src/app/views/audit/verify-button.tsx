import { useSignal } from '@preact/signals';
import type { AuditVerdict } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { Notice } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Icon } from '../../design/icon.tsx';
import { sayProblem } from '../../design/messages.tsx';
import { Dialog } from '../../design/overlay.tsx';
import { count, countOf } from '../../design/words.ts';

/** Walks the whole chain and says whether it is as it was written. */
export function VerifyButton() {
  const isBusy = useSignal(false);
  const verdict = useSignal<AuditVerdict | undefined>(undefined);
  const verify = async () => {
    isBusy.value = true;
    try {
      verdict.value = await ask<AuditVerdict>('/api/audit/verify');
    } catch (error) {
      sayProblem(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      <button type="button" class="button" disabled={isBusy.value} onClick={() => void verify()}>
        <Icon name="check" /> {isBusy.value ? 'Verifying…' : 'Verify the chain'}
      </button>
      {verdict.value !== undefined && (
        <Dialog
          title={verdict.value.isIntact ? 'The log is intact' : 'The log was changed'}
          onClose={() => {
            verdict.value = undefined;
          }}
        >
          <Verdict verdict={verdict.value} />
        </Dialog>
      )}
    </>
  );
}

function Verdict({ verdict }: { readonly verdict: AuditVerdict }) {
  const { isIntact, broken, notes, records, files, signatures } = verdict;
  return (
    <div class="stack">
      <Notice tone={isIntact ? 'good' : 'bad'}>
        {isIntact ? (
          `${count(records)} records in ${countOf(files, 'file')}, ${countOf(signatures, 'signature')}: each follows the one before it.`
        ) : (
          <>
            <p>
              <Foreign text={broken?.message ?? ''} />
            </p>
            <p class="muted small">
              <Foreign
                text={`${broken?.file ?? ''} line ${broken?.line ?? '?'}, record ${broken?.seq ?? '?'}`}
              />
            </p>
          </>
        )}
      </Notice>
      {notes.map(({ code, message }) => (
        <p key={`${code} ${message}`} class="muted small">
          <Foreign text={message} />
        </p>
      ))}
    </div>
  );
}
