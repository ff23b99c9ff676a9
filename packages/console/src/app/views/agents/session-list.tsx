import { useSignal } from '@preact/signals';
import type { SessionNote, SessionsAnswer } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { linkTo } from '../../data/route.ts';
import { Loaded } from '../../design/feedback.tsx';
import { Foreign, ForeignCode } from '../../design/foreign.tsx';
import { day } from '../../design/words.ts';

export interface ChosenSession {
  readonly session: string;
  readonly user: string | undefined;
}

const PAGE = 50;

/** The conversations of an agent of which something is kept, and what each has loaded. */
export function SessionList({
  agent,
  chosen,
}: {
  readonly agent: string;
  readonly chosen: ChosenSession;
}) {
  /** Where each page begins that was looked at; the last one is shown. */
  const starts = useSignal<readonly (string | undefined)[]>([undefined]);
  const cursor = starts.value.at(-1);
  const { state, reload } = useResource<SessionsAnswer>({
    key: JSON.stringify([agent, cursor]),
    topics: ['changed', 'call'],
    load: (signal) =>
      ask(path`/api/agents/${agent}/sessions`, { query: { limit: PAGE, cursor }, signal }),
  });
  return (
    <section class="stack" aria-label="Sessions">
      <h2>Sessions</h2>
      <Loaded of={state.value} retry={reload} lines={2}>
        {({ sessions, next, isListed }) => (
          <>
            {sessions.length === 0 && (
              <p class="muted">
                {isListed
                  ? 'Nothing is kept of a session yet: one is, once it has loaded something.'
                  : 'Where sessions are kept they cannot be listed; name one below.'}
              </p>
            )}
            {sessions.length > 0 && (
              <SessionTable agent={agent} chosen={chosen} sessions={sessions} />
            )}
            {(next !== undefined || starts.value.length > 1) && (
              <p class="row">
                <button
                  type="button"
                  class="button"
                  disabled={starts.value.length === 1}
                  onClick={() => (starts.value = starts.value.slice(0, -1))}
                >
                  Before
                </button>
                <button
                  type="button"
                  class="button"
                  disabled={next === undefined}
                  onClick={() => (starts.value = [...starts.value, next])}
                >
                  More
                </button>
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

interface SessionTableProps {
  readonly agent: string;
  readonly chosen: ChosenSession;
  readonly sessions: readonly SessionNote[];
}

function SessionTable({ agent, chosen, sessions }: SessionTableProps) {
  return (
    <div class="card scroll-x" tabIndex={0} role="region" aria-label="Sessions of this agent">
      <table class="plain-table">
        <thead>
          <tr>
            {['Session', 'User', 'Has loaded', 'Last used'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ session, userId: user, loadedToolkits, usedAt }) => (
            <tr
              key={`${user} ${session}`}
              data-chosen={session === chosen.session && user === chosen.user}
            >
              <td>
                <a class="mono" href={linkTo(['agents', agent, 'sessions'], { session, user })}>
                  <Foreign text={session} isOneLine />
                </a>
              </td>
              <td>{user !== undefined && <Foreign text={user} isOneLine />}</td>
              <td class="row wrap">
                {loadedToolkits.length === 0 && <span class="muted">nothing</span>}
                {loadedToolkits.map((toolkit) => (
                  <ForeignCode key={toolkit} text={toolkit} />
                ))}
              </td>
              <td class="muted">{day(usedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
