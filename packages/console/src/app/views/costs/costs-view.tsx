import './costs.css';
import { useSignal } from '@preact/signals';
import type { AgentCost, CostsAnswer, RecordedCalls } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { usePages } from '../../data/pages.ts';
import { goTo, linkTo, route } from '../../data/route.ts';
import { Empty, Trouble, Waiting } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { VirtualRows } from '../../design/virtual-rows.tsx';
import { count, countOf, day, tokens } from '../../design/words.ts';
import { AgentCostDrawer } from './agent-cost-drawer.tsx';

const ROW = 48;

/** What stands in front of each model, what of it is never used, and what loading by need would leave. */
export function CostsView() {
  const { agent } = route.value.query;
  const recorded = useSignal<RecordedCalls | undefined>(undefined);
  const { state, need, reload } = usePages<AgentCost>({
    key: 'costs',
    topics: ['changed'],
    load: async (place, signal) => {
      const answer = await ask<CostsAnswer>('/api/costs', { query: place, signal });
      recorded.value = answer.recorded;
      return { entries: answer.agents, total: answer.total };
    },
  });
  const { total, problem, at } = state.value;
  return (
    <main class="page filled">
      <div class="heading">
        <div>
          <h1>Tokens in front of models</h1>
          <p>Every request of an agent pays for the definitions of its tools.</p>
        </div>
      </div>
      <div class="toolbar">
        <span class="legend small">used</span>
        <span class="legend unused small">never used</span>
        {recorded.value !== undefined && <Recorded recorded={recorded.value} />}
      </div>
      {problem !== undefined && <Trouble problem={problem} retry={reload} />}
      {total === undefined && problem === undefined && <Waiting lines={8} />}
      {total === 0 && <Empty icon="cost" title="There is no agent yet" />}
      {total !== undefined && total > 0 && <CostTable total={total} at={at} need={need} />}
      {agent !== undefined && (
        <AgentCostDrawer key={agent} agent={agent} onClose={() => goTo(linkTo(['costs']))} />
      )}
    </main>
  );
}

export function Recorded({ recorded }: { readonly recorded: RecordedCalls }) {
  const { calls, since, isComplete } = recorded;
  return (
    <span class="muted small">
      {`Uses are those of the audit log since ${day(since)}: ${countOf(calls, 'call')}`}
      {!isComplete && ', not all of them'}
    </span>
  );
}

interface CostTableProps {
  readonly total: number;
  readonly at: (index: number) => AgentCost | undefined;
  readonly need: (first: number, last: number) => void;
}

function CostTable({ total, at, need }: CostTableProps) {
  let most = 1;
  for (let index = 0; index < Math.min(total, 1_000); index += 1) {
    most = Math.max(most, at(index)?.activeTokens ?? 0);
  }
  return (
    <div class="table costs" role="table" aria-label="Costs" aria-rowcount={total}>
      <div role="rowgroup">
        <div class="line head" role="row">
          <span role="columnheader">Agent</span>
          <span role="columnheader">Tokens of its definitions</span>
          <span role="columnheader" class="number">
            Now
          </span>
          <span role="columnheader" class="number wide">
            Without unused
          </span>
          <span role="columnheader" class="number wide">
            Loaded by need
          </span>
        </div>
      </div>
      <VirtualRows
        label="Costs"
        count={total}
        height={ROW}
        onRange={need}
        render={(index, top) => (
          <CostRow key={index} cost={at(index)} place={{ index, top }} most={most} />
        )}
      />
    </div>
  );
}

interface CostRowProps {
  readonly cost: AgentCost | undefined;
  readonly place: { readonly index: number; readonly top: number };
  readonly most: number;
}

function CostRow({ cost, place, most }: CostRowProps) {
  return (
    <div
      class="line entry"
      role="row"
      aria-rowindex={place.index + 1}
      style={{ transform: `translateY(${place.top}px)`, height: `${ROW}px` }}
    >
      {cost === undefined ? <span role="cell">…</span> : <Cells cost={cost} most={most} />}
    </div>
  );
}

function Cells({ cost, most }: { readonly cost: AgentCost; readonly most: number }) {
  const { id, activeTools, activeTokens, unusedTools, unusedTokens, toolkitTokens } = cost;
  const part = (value: number) => `${(100 * value) / most}%`;
  return (
    <>
      <span role="cell" class="cut">
        <a class="name" href={linkTo(['costs'], { agent: id })}>
          <Foreign text={id} isOneLine />
        </a>
      </span>
      <span role="cell">
        <span class="cost-bar" aria-hidden="true">
          <span style={{ width: part(activeTokens - unusedTokens) }} />
          <span class="unused" style={{ width: part(unusedTokens) }} />
        </span>
        <span class="muted small">
          {countOf(activeTools, 'tool')}, {count(unusedTools)} never used
        </span>
      </span>
      <span role="cell" class="number">
        {tokens(activeTokens)}
      </span>
      <span role="cell" class="number wide">
        {tokens(activeTokens - unusedTokens)}
      </span>
      <span role="cell" class="number muted wide">
        {activeTokens > toolkitTokens ? `from ${tokens(toolkitTokens)}` : '—'}
      </span>
    </>
  );
}
