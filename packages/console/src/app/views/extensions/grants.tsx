import { useSignal } from '@preact/signals';
import type { GrantRow } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { may } from '../../data/session.ts';
import { Empty, Loaded } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { say, sayProblem } from '../../design/messages.tsx';
import { count, day } from '../../design/words.ts';

interface GrantsAnswer {
  readonly grants: readonly GrantRow[];
}

/** What an extension asks for, what it was granted, and what of it it has used. */
export function Grants({ id }: { readonly id: string }) {
  const { state, reload } = useResource<GrantsAnswer>({
    key: id,
    topics: ['changed'],
    load: (signal) => ask(path`/api/extensions/${id}/grants`, { signal }),
  });
  return (
    <Loaded of={state.value} retry={reload}>
      {({ grants }) =>
        grants.length === 0 ? (
          <Empty icon="check" title="It asks for nothing">
            No network, no files, no programs, no secrets, no storage: its code can only compute.
          </Empty>
        ) : (
          <div class="card scroll-x">
            <table class="plain-table">
              <thead>
                <tr>
                  <th scope="col">Capability</th>
                  <th scope="col">What</th>
                  <th scope="col">Granted</th>
                  <th scope="col">Used</th>
                  <th scope="col">
                    <span class="unseen">Change</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {grants.map((row) => (
                  <Row key={`${row.capability} ${row.value}`} id={id} row={row} onDone={reload} />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  );
}

function Row({
  id,
  row,
  onDone,
}: {
  readonly id: string;
  readonly row: GrantRow;
  readonly onDone: () => void;
}) {
  const isBusy = useSignal(false);
  const { capability, value, words, isGranted, isAsked, standsIn, used } = row;
  const change = async (next: boolean) => {
    isBusy.value = true;
    try {
      await ask(path`/api/extensions/${id}/grants`, {
        body: { capability, value, isGranted: next },
      });
      say(next ? 'Granted.' : 'Taken back.', () => void change(!next));
    } catch (error) {
      sayProblem(error);
    } finally {
      isBusy.value = false;
      onDone();
    }
  };
  return (
    <tr>
      <td>{capability}</td>
      <td>
        <Foreign text={words} />
      </td>
      <td>
        {isGranted ? (
          <span class="badge tone-good">{standsIn ?? 'granted'}</span>
        ) : (
          <span class="badge">{isAsked ? 'asked' : 'no'}</span>
        )}
      </td>
      <td class="muted">
        {used === undefined
          ? isGranted
            ? 'no use recorded'
            : ''
          : `${count(used.count)} ×, last ${day(used.lastAt)}`}
      </td>
      <td>
        {may.operate.value && (
          <button
            type="button"
            class="button"
            disabled={isBusy.value}
            onClick={() => void change(!isGranted)}
          >
            {isGranted ? 'Take back' : 'Grant'}
          </button>
        )}
      </td>
    </tr>
  );
}
