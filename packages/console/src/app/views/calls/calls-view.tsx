import './calls.css';
import { useSignal } from '@preact/signals';
import type { CallNote } from '../../data/answers.ts';
import { now } from '../../data/now.ts';
import { goTo, linkTo, refine, route } from '../../data/route.ts';
import { may } from '../../data/session.ts';
import { Empty, Trouble, Waiting } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Icon } from '../../design/icon.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { VirtualRows } from '../../design/virtual-rows.tsx';
import { clock, countOf, milliseconds, span } from '../../design/words.ts';
import { CallDrawer } from './call-drawer.tsx';
import { useLiveCalls } from './live-calls.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

const ROW = 44;
const STATES = ['all', 'ok', 'refused', 'failed'] as const;

/** What agents do, while they do it. */
export function CallsView() {
  const { q = '', status = 'all', call } = route.value.query;
  const isPaused = useSignal(false);
  const { ended, running, skipped, problem, isLoading } = useLiveCalls(isPaused).value;
  const wanted = q.trim().toLowerCase();
  const shown = ended.filter(
    (each) => (status === 'all' || each.status === status) && matches(each, wanted),
  );
  return (
    <main class="page filled">
      <div class="heading">
        <div>
          <h1>Calls</h1>
          <p>
            {running.length > 0
              ? `${countOf(running.length, 'call')} running`
              : 'No call that began since a console was open runs now'}
            {skipped > 0 && ` · ${countOf(skipped, 'call')} came too fast to be shown`}
          </p>
        </div>
        {may.call.value && (
          <a class="button primary" href={linkTo(['call'])}>
            <Icon name="play" /> Call a tool
          </a>
        )}
      </div>
      <div class="toolbar">
        <SearchBox
          label="Search by tool, agent, user or code"
          value={q}
          onChange={(text) => refine({ q: text })}
        />
        <div class="chips">
          {STATES.map((each) => (
            <button
              key={each}
              type="button"
              class="chip"
              aria-pressed={status === each}
              onClick={() => refine({ status: each === 'all' ? undefined : each })}
            >
              {each}
            </button>
          ))}
        </div>
        <button
          type="button"
          class="button"
          aria-pressed={isPaused.value}
          onClick={() => {
            isPaused.value = !isPaused.value;
          }}
        >
          {isPaused.value ? 'Go on' : 'Pause'}
        </button>
        {running.slice(0, 6).map(({ callId, toolName = '?', at }) => (
          <span key={callId} class="badge tone-accent">
            <Foreign text={toolName} isOneLine /> {span(Math.max(0, now.value - at))}
          </span>
        ))}
      </div>
      {problem !== undefined && <Trouble problem={problem} />}
      {isLoading && problem === undefined && <Waiting lines={8} />}
      {!isLoading && shown.length === 0 && (
        <Empty icon="calls" title={ended.length === 0 ? 'No call yet' : 'No call is like this'}>
          Calls appear here as they end, newest first. The audit log has those of before.
        </Empty>
      )}
      {shown.length > 0 && <CallTable calls={shown} chosen={call} />}
      {call !== undefined && (
        <CallDrawer
          key={call}
          callId={call}
          onClose={() => goTo(linkTo(['calls'], { ...route.peek().query, call: undefined }))}
        />
      )}
    </main>
  );
}

function matches(
  { toolName, agentId = '', userId = '', code = '', callId }: CallNote,
  wanted: string,
): boolean {
  if (wanted === '') return true;
  return [toolName, agentId, userId, code, callId].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

function CallTable({
  calls,
  chosen,
}: {
  readonly calls: readonly CallNote[];
  readonly chosen: string | undefined;
}) {
  return (
    <div class="table calls" role="table" aria-label="Calls" aria-rowcount={calls.length}>
      <div role="rowgroup">
        <div class="line head" role="row">
          <span role="columnheader" class="wide">
            Ended
          </span>
          <span role="columnheader">Tool</span>
          <span role="columnheader" class="wide">
            Agent
          </span>
          <span role="columnheader">Outcome</span>
          <span role="columnheader" class="number wide">
            Took
          </span>
        </div>
      </div>
      <VirtualRows
        label="Calls"
        count={calls.length}
        height={ROW}
        render={(index, top) => {
          const note = calls[index];
          return (
            note && (
              <CallRow
                key={`${note.callId} ${note.at}`}
                note={note}
                place={{ index, top }}
                isChosen={note.callId === chosen}
              />
            )
          );
        }}
      />
    </div>
  );
}

interface CallRowProps {
  readonly note: CallNote;
  readonly place: { readonly index: number; readonly top: number };
  readonly isChosen: boolean;
}

function CallRow({ note, place, isChosen }: CallRowProps) {
  const { callId, toolName, agentId = '', userId, at, durationMs } = note;
  return (
    <div
      class="line entry"
      role="row"
      aria-rowindex={place.index + 1}
      data-chosen={isChosen}
      style={{ transform: `translateY(${place.top}px)`, height: `${ROW}px` }}
    >
      <span role="cell" class="muted tabular wide">
        {clock(at)}
      </span>
      <span role="cell" class="cut">
        <a class="name mono" href={linkTo(['calls'], { ...route.value.query, call: callId })}>
          <Foreign text={toolName} isOneLine />
        </a>
      </span>
      <span role="cell" class="cut wide">
        <Foreign text={agentId} isOneLine />
        {userId !== undefined && (
          <span class="muted">
            {' · '}
            <Foreign text={userId} isOneLine />
          </span>
        )}
      </span>
      <span role="cell">
        <OutcomeBadge note={note} />
      </span>
      <span role="cell" class="number muted wide">
        {milliseconds(durationMs)}
      </span>
    </div>
  );
}
