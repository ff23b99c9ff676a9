import './approvals.css';
import { useEffect } from 'preact/hooks';
import type { Approval, ApprovalsAnswer } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { linkTo, refine, route } from '../../data/route.ts';
import { Empty, Loaded } from '../../design/feedback.tsx';
import { isTyping } from '../../design/is-typing.ts';
import { HeldCall, HeldEntry } from './held-call.tsx';

/** Calls that wait for a person, with everything one has to know to decide; and those that were decided. */
export function ApprovalsView() {
  const { tab = 'waiting', id } = route.value.query;
  const { state, reload } = useResource<ApprovalsAnswer>({
    key: tab,
    topics: ['approval'],
    load: (signal) =>
      ask('/api/approvals', {
        query: { state: tab === 'waiting' ? 'waiting' : 'all', limit: 200 },
        signal,
      }),
  });
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>Approvals</h1>
          <p>
            A decision is for exactly one call: this tool, these arguments, this session. It is used
            up when it runs.
          </p>
        </div>
        <nav class="tabs" aria-label="Approvals">
          {TABS.map(([name, label]) => (
            <a
              key={name}
              href={linkTo(['approvals'], { tab: name })}
              {...(name === tab && { 'aria-current': 'page' as const })}
            >
              {label}
            </a>
          ))}
        </nav>
      </div>
      <Loaded of={state.value} retry={reload}>
        {({ approvals }) =>
          approvals.length === 0 ? (
            <Empty
              icon="approvals"
              title={tab === 'waiting' ? 'Nothing waits for you' : 'Nothing was asked yet'}
            >
              A call waits here when a rule on its arguments says `ask`. It appears by itself.
            </Empty>
          ) : (
            <Inbox
              approvals={tab === 'waiting' ? approvals : approvals.toReversed()}
              chosen={id}
              reload={reload}
            />
          )
        }
      </Loaded>
    </main>
  );
}

const TABS = [
  ['waiting', 'Waiting'],
  ['all', 'All'],
] as const;

interface InboxProps {
  readonly approvals: readonly Approval[];
  readonly chosen: string | undefined;
  readonly reload: () => void;
}

function Inbox({ approvals, chosen, reload }: InboxProps) {
  const at = approvals.findIndex(({ id }) => id === chosen);
  const current = approvals[at];
  const first = approvals[0]?.id;
  // What is shown stays what is shown: no call takes the place of one that is being read.
  useEffect(() => {
    if (chosen === undefined && first !== undefined) refine({ id: first });
  }, [chosen, first]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key];
      if (step === undefined || isTyping(event) || event.ctrlKey || event.metaKey) return;
      const next = approvals[at + step];
      if (next !== undefined) refine({ id: next.id });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [approvals, at]);
  return (
    <div class="inbox">
      <ul aria-label="Calls">
        {approvals.map((approval) => (
          <li key={approval.id}>
            <HeldEntry approval={approval} isCurrent={approval === current} />
          </li>
        ))}
      </ul>
      {current === undefined ? (
        <p class="muted">The call that stood here was decided, or has gone. Choose the next one.</p>
      ) : (
        <HeldCall key={current.id} approval={current} onDecided={reload} />
      )}
    </div>
  );
}
