import { useSignal } from '@preact/signals';
import type { ToolNote, ToolsAnswer } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { usePages } from '../../data/pages.ts';
import { goTo, linkTo, refine, route } from '../../data/route.ts';
import { Empty, Trouble, Waiting } from '../../design/feedback.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { stateWord } from '../../design/state-badge.tsx';
import { VirtualRows } from '../../design/virtual-rows.tsx';
import { count } from '../../design/words.ts';
import { ExplainDrawer } from './explain-drawer.tsx';
import { ROW, ToolHead, ToolRow } from './tool-row.tsx';

/** A conversation that has loaded nothing yet; no client names one so. */
export const NEW_SESSION = 'console: a new conversation';

interface Counts {
  readonly states: ToolsAnswer['states'];
  readonly sources: ToolsAnswer['sources'];
}

const NO_COUNTS: Counts = { states: {}, sources: {} };

/** Every tool and where it stands for one agent, as the resolver says it. */
export function AgentTools({ agent }: { readonly agent: string }) {
  const { query } = route.value;
  const { q = '', state: wanted, source, tool, session = NEW_SESSION } = query;
  const counts = useSignal<Counts>(NO_COUNTS);
  const pages = usePages<ToolNote>({
    key: JSON.stringify([agent, q, wanted, source, session]),
    topics: ['changed', 'stops'],
    load: async (place, signal) => {
      const filter = { search: q === '' ? undefined : q, state: wanted, source, session };
      const answer = await ask<ToolsAnswer>(path`/api/agents/${agent}/tools`, {
        query: { ...place, ...filter },
        signal,
      });
      counts.value = { states: answer.states, sources: answer.sources };
      return { entries: answer.tools, total: answer.total };
    },
  });
  const { total, problem, at } = pages.state.value;
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
        <div class="table tools" role="table" aria-label="Tools" aria-rowcount={total}>
          <ToolHead />
          <VirtualRows
            label="Tools"
            count={total}
            height={ROW}
            onRange={pages.need}
            render={(index, top) => (
              <ToolRow
                key={index}
                agent={agent}
                tool={at(index)}
                place={{ index, top }}
                isChosen={tool !== undefined && at(index)?.name === tool}
              />
            )}
          />
        </div>
      )}
      {tool !== undefined && (
        <ExplainDrawer
          key={tool}
          {...{ agent, tool, session }}
          onClose={() => goTo(linkTo(['agents', agent], { ...query, tool: undefined }))}
        />
      )}
    </>
  );
}

function ToolFilters({ counts }: { readonly counts: Counts }) {
  const { q = '', state, source } = route.value.query;
  const states = Object.entries(counts.states).toSorted(([, one], [, other]) => other - one);
  const sources = Object.entries(counts.sources);
  const all = states.reduce((sum, [, each]) => sum + each, 0);
  return (
    <div class="toolbar">
      <SearchBox label="Search tools" value={q} onChange={(text) => refine({ q: text })} />
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
