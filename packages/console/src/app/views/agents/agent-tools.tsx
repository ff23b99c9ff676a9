import { useSignal } from '@preact/signals';
import type { ToolNote, ToolsAnswer } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { usePages } from '../../data/pages.ts';
import { goTo, linkTo, refine, route } from '../../data/route.ts';
import { Empty, Trouble, Waiting } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Icon } from '../../design/icon.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { stateWord } from '../../design/state-badge.tsx';
import { VirtualRows } from '../../design/virtual-rows.tsx';
import { count } from '../../design/words.ts';
import { ExplainDrawer } from './explain-drawer.tsx';
import { GroupedRows } from './grouped-rows.ts';
import { GroupRow, ROW, ToolHead, ToolRow } from './tool-row.tsx';

/** A conversation that has loaded nothing yet; no client names one so. */
export const NEW_SESSION = 'console: a new conversation';

type Counts = Pick<ToolsAnswer, 'states' | 'sources' | 'groups'>;

const NO_COUNTS: Counts = { states: {}, sources: {}, groups: [] };

/** Every tool and where it stands for one agent, as the resolver says it. */
export function AgentTools({ agent }: { readonly agent: string }) {
  const { query } = route.value;
  const { q = '', state: wanted, source, tool, session = NEW_SESSION, user, group } = query;
  const isGrouped = group === 'source';
  const counts = useSignal<Counts>(NO_COUNTS);
  const pages = usePages<ToolNote>({
    key: JSON.stringify([agent, q, wanted, source, session, user, group]),
    topics: ['changed', 'stops'],
    load: async (place, signal) => {
      const filter = { search: q === '' ? undefined : q, state: wanted, source, session, user };
      const order = isGrouped ? 'source' : undefined;
      const answer = await ask<ToolsAnswer>(path`/api/agents/${agent}/tools`, {
        query: { ...place, ...filter, order },
        signal,
      });
      const { states, sources, groups } = answer;
      counts.value = { states, sources, groups };
      return { entries: answer.tools, total: answer.total };
    },
  });
  const { total, problem, at } = pages.state.value;
  const rows = new GroupedRows(isGrouped ? counts.value.groups : [], total ?? 0);
  return (
    <>
      <ToolFilters counts={counts.value} />
      {problem !== undefined && <Trouble problem={problem} retry={pages.reload} />}
      {total === undefined && problem === undefined && <Waiting lines={8} />}
      {total === 0 && (
        <Empty icon="search" title="No tool is like this">
          Another search or state may find it. A tool that no extension registers is not here at
          all.
        </Empty>
      )}
      {total !== undefined && total > 0 && (
        <div class="table tools" role="table" aria-label="Tools" aria-rowcount={rows.count}>
          <ToolHead />
          <VirtualRows
            label="Tools"
            count={rows.count}
            height={ROW}
            onRange={(first, last) => pages.need(rows.entryAt(first), rows.entryAt(last))}
            render={(row, top) => {
              const found = rows.at(row);
              if (found.kind === 'head') {
                return <GroupRow key={row} group={found.group} place={{ index: row, top }} />;
              }
              const entry = at(found.index);
              return (
                <ToolRow
                  key={row}
                  agent={agent}
                  tool={entry}
                  place={{ index: row, top }}
                  isChosen={tool !== undefined && entry?.name === tool}
                />
              );
            }}
          />
        </div>
      )}
      {tool !== undefined && (
        <ExplainDrawer
          key={tool}
          {...{ agent, tool, session, user }}
          onClose={() => goTo(linkTo(['agents', agent], { ...query, tool: undefined }))}
        />
      )}
    </>
  );
}

/** Whose tools these are, if not those of a conversation that begins; leads back to one. */
function OfSession() {
  const { session, user } = route.value.query;
  if (session === undefined) return null;
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={true}
      title="Show a new conversation"
      onClick={() => refine({ session: undefined, user: undefined })}
    >
      session <Foreign text={session} isOneLine />
      {user !== undefined && (
        <>
          {' of '}
          <Foreign text={user} isOneLine />
        </>
      )}{' '}
      <Icon name="close" />
    </button>
  );
}

function ToolFilters({ counts }: { readonly counts: Counts }) {
  const { q = '', state, source, group } = route.value.query;
  const states = Object.entries(counts.states).toSorted(([, one], [, other]) => other - one);
  const sources = Object.entries(counts.sources);
  const all = states.reduce((sum, [, each]) => sum + each, 0);
  return (
    <div class="toolbar">
      <SearchBox label="Search tools" value={q} onChange={(text) => refine({ q: text })} />
      <OfSession />
      <div class="chips">
        <StateChip label="all" number={all} isOn={state === undefined} state={undefined} />
        {states.map(([each, number]) => (
          <StateChip
            key={each}
            label={stateWord(each)}
            number={number}
            isOn={state === each}
            state={each}
          />
        ))}
      </div>
      {sources.length > 1 && (
        <select
          class="input source"
          aria-label="Source"
          value={source ?? ''}
          onChange={({ currentTarget }) => refine({ source: currentTarget.value })}
        >
          <option value="">every source</option>
          {sources.map(([each, number]) => (
            <option key={each} value={each}>
              {each.replace(/^plugin:/, '')} ({count(number)})
            </option>
          ))}
        </select>
      )}
      {sources.length > 1 && (
        <button
          type="button"
          class="chip"
          aria-pressed={group === 'source'}
          onClick={() => refine({ group: group === 'source' ? undefined : 'source' })}
        >
          group by source
        </button>
      )}
    </div>
  );
}

interface StateChipProps {
  readonly label: string;
  readonly number: number;
  readonly isOn: boolean;
  readonly state: string | undefined;
}

function StateChip({ label, number, isOn, state }: StateChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={() => refine({ state })}>
      {label} <span class="tabular">{count(number)}</span>
    </button>
  );
}
