import type { AgentNote, AgentsAnswer } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { usePages } from '../../data/pages.ts';
import { linkTo, refine, route } from '../../data/route.ts';
import { Empty, Trouble, Waiting } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { VirtualRows } from '../../design/virtual-rows.tsx';
import { count, countOf, tokens } from '../../design/words.ts';

const ROW = 44;

/** Every agent: what stands in front of its model, and what that costs. */
export function AgentList() {
  const search = route.value.query['q'] ?? '';
  const { state, need, reload } = usePages<AgentNote>({
    key: search,
    topics: ['changed'],
    load: async (place, signal) => {
      const query = { ...place, ...(search === '' ? {} : { search }) };
      const { agents, total } = await ask<AgentsAnswer>('/api/agents', { query, signal });
      return { entries: agents, total };
    },
  });
  const { total, problem, at } = state.value;
  return (
    <main class="page filled">
      <div class="heading">
        <div>
          <h1>Agents</h1>
          <p>Which tools each agent has, why, and what they cost in front of its model.</p>
        </div>
      </div>
      <div class="toolbar">
        <SearchBox label="Search agents" value={search} onChange={(q) => refine({ q })} />
        {total !== undefined && <span class="muted small">{countOf(total, 'agent')}</span>}
      </div>
      {problem !== undefined && <Trouble problem={problem} retry={reload} />}
      {total === undefined && problem === undefined && <Waiting lines={8} />}
      {total === 0 && (
        <Empty
          icon="agents"
          title={search === '' ? 'There is no agent yet' : 'No agent has this name'}
        >
          {search === ''
            ? 'Add one to the configuration under `agents`; it appears here at once.'
            : ''}
        </Empty>
      )}
      {total !== undefined && total > 0 && (
        <AgentTable total={total} at={at} need={need} most={mostTokens(total, at)} />
      )}
    </main>
  );
}

/** Of those that are known: bars are compared with what is in sight. */
function mostTokens(total: number, at: (index: number) => AgentNote | undefined): number {
  let most = 1;
  for (let index = 0; index < Math.min(total, 1_000); index += 1) {
    most = Math.max(most, at(index)?.definitionTokens ?? 0);
  }
  return most;
}

interface AgentTableProps {
  readonly total: number;
  readonly most: number;
  readonly at: (index: number) => AgentNote | undefined;
  readonly need: (first: number, last: number) => void;
}

function AgentTable({ total, most, at, need }: AgentTableProps) {
  return (
    <div class="table agents" role="table" aria-label="Agents" aria-rowcount={total}>
      <div role="rowgroup">
        <div class="line head" role="row">
          <span role="columnheader">Agent</span>
          <span role="columnheader" class="number">
            Active
          </span>
          <span role="columnheader" class="number wide">
            Permitted
          </span>
          <span role="columnheader" class="in-front wide">
            In front of the model
          </span>
          <span role="columnheader" class="number">
            Tokens
          </span>
        </div>
      </div>
      <VirtualRows
        label="Agents"
        count={total}
        height={ROW}
        onRange={need}
        render={(index, top) => (
          <AgentRow key={index} agent={at(index)} place={{ index, top }} most={most} />
        )}
      />
    </div>
  );
}

interface AgentRowProps {
  readonly agent: AgentNote | undefined;
  readonly place: { readonly index: number; readonly top: number };
  readonly most: number;
}

function AgentRow({ agent, place, most }: AgentRowProps) {
  return (
    <div
      class="line entry"
      role="row"
      aria-rowindex={place.index + 1}
      style={{ transform: `translateY(${place.top}px)`, height: `${ROW}px` }}
    >
      <span role="cell" class="cut">
        {agent === undefined ? (
          <span class="muted">…</span>
        ) : (
          <a class="name" href={linkTo(['agents', agent.id])}>
            <Foreign text={agent.id} isOneLine />
          </a>
        )}
      </span>
      <span role="cell" class="number">
        {agent && count(agent.activeTools)}
      </span>
      <span role="cell" class="number muted wide">
        {agent && count(agent.permittedTools)}
      </span>
      <span role="cell" class="in-front wide">
        {agent && (
          <span class="meter" aria-hidden="true">
            <span style={{ width: `${(100 * agent.definitionTokens) / most}%` }} />
          </span>
        )}
      </span>
      <span role="cell" class="number">
        {agent && tokens(agent.definitionTokens)}
      </span>
    </div>
  );
}
