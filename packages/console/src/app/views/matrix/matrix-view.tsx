import './matrix.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { MatrixAnswer } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { linkTo, refine, route } from '../../data/route.ts';
import { Empty, Trouble, Waiting } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { stateTone, stateWord } from '../../design/state-badge.tsx';
import { countOf } from '../../design/words.ts';

/** One letter for each state, beside its colour: colour alone says nothing to some. */
const SIGNS: Readonly<Record<string, string>> = {
  active: '●',
  loadable: 'L',
  discoverable: 'D',
  hidden: '·',
  needs_opt_in: 'o',
  not_allowed: '–',
  denied: '×',
  scope_incompatible: 'S',
  conflict: '!',
  unavailable: '?',
  over_budget: '$',
};

const CELL = 34;
const SIDE = 180;
const TOP = 150;

/** Agents against tools; only what is in sight is asked for and drawn. */
export function MatrixView() {
  const { a = '', t = '' } = route.value.query;
  const view = useSignal({ agent: 0, tool: 0, agents: 30, tools: 40 });
  const { agent, tool, agents, tools } = view.value;
  const { state, reload } = useResource<MatrixAnswer>({
    key: JSON.stringify([a, t]),
    topics: ['changed'],
    load: (signal) =>
      ask('/api/matrix', {
        query: {
          ...{
            agentOffset: agent,
            agentLimit: Math.min(agents, 200),
            toolOffset: tool,
            toolLimit: Math.min(tools, 500),
          },
          ...{ agentSearch: a || undefined, toolSearch: t || undefined },
        },
        signal,
      }),
  });
  useEffect(reload, [agent, tool, agents, tools]);
  const { value, problem } = state.value;
  return (
    <main class="page filled">
      <div class="heading">
        <div>
          <h1>Matrix</h1>
          <p>
            {value === undefined
              ? 'Agents against tools.'
              : `${countOf(value.agentTotal, 'agent')} against ${countOf(value.toolTotal, 'tool')}.`}
          </p>
        </div>
        <Signs />
      </div>
      <div class="toolbar">
        <SearchBox label="Search agents" value={a} onChange={(text) => refine({ a: text })} />
        <SearchBox label="Search tools" value={t} onChange={(text) => refine({ t: text })} />
      </div>
      {problem !== undefined && <Trouble problem={problem} retry={reload} />}
      {value === undefined && problem === undefined && <Waiting lines={8} />}
      {value !== undefined && value.agentTotal * value.toolTotal === 0 && (
        <Empty icon="matrix" title="Nothing to compare">
          No agent or no tool has this name.
        </Empty>
      )}
      {value !== undefined && value.agentTotal * value.toolTotal > 0 && (
        <Sheet
          key={`${a} ${t}`}
          answer={value}
          onWindow={(next) => {
            view.value = next;
          }}
        />
      )}
    </main>
  );
}

interface Window {
  readonly agent: number;
  readonly tool: number;
  readonly agents: number;
  readonly tools: number;
}

interface SheetProps {
  readonly answer: MatrixAnswer;
  readonly onWindow: (window: Window) => void;
}

/** How many rows and columns are asked for beyond those in sight. */
const BESIDE = 8;

function Sheet({ answer, onWindow }: SheetProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { agentTotal, toolTotal } = answer;
  const look = () => {
    const element = scroller.current;
    if (element === null) return;
    const agent = Math.max(0, Math.floor(element.scrollTop / CELL) - BESIDE);
    const tool = Math.max(0, Math.floor(element.scrollLeft / CELL) - BESIDE);
    const rows = Math.ceil((element.clientHeight - TOP) / CELL) + 2 * BESIDE;
    const columns = Math.ceil((element.clientWidth - SIDE) / CELL) + 2 * BESIDE;
    onWindow({ agent, tool, agents: Math.max(1, rows), tools: Math.max(1, columns) });
  };
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (scroller.current !== null) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={scroller}
      class="matrix"
      role="region"
      aria-label="Agents against tools"
      tabIndex={0}
      onScroll={look}
    >
      <div
        class="sheet"
        style={{ width: `${SIDE + toolTotal * CELL}px`, height: `${TOP + agentTotal * CELL}px` }}
      >
        <Cells answer={answer} />
      </div>
    </div>
  );
}

function Cells({ answer }: { readonly answer: MatrixAnswer }) {
  const { agents, tools, states, rows, agentOffset, toolOffset } = answer;
  return (
    <>
      <div class="both">
        <div class="corner" style={{ width: `${SIDE}px`, height: `${TOP}px` }} />
      </div>
      <div class="top">
        {tools.map(({ name }, column) => (
          <div
            key={name}
            class="tool-name"
            title={name}
            style={{
              left: `${SIDE + (toolOffset + column) * CELL}px`,
              top: 0,
              width: `${CELL}px`,
              height: `${TOP}px`,
            }}
          >
            <Foreign text={name} isOneLine />
          </div>
        ))}
      </div>
      {agents.map((agent, row) => {
        const top = TOP + (agentOffset + row) * CELL;
        return (
          <div key={agent}>
            <div class="left" style={{ top: 0 }}>
              <a
                class="agent-name"
                href={linkTo(['agents', agent])}
                style={{ top: `${top}px`, left: 0, width: `${SIDE}px`, height: `${CELL}px` }}
              >
                <span class="cut">
                  <Foreign text={agent} isOneLine />
                </span>
              </a>
            </div>
            {tools.map(({ name }, column) => {
              const state = states[rows[row]?.[column] ?? -1] ?? 'absent';
              return (
                <a
                  key={name}
                  class={`cell ${stateTone(state)}`}
                  tabIndex={-1}
                  href={linkTo(['agents', agent], { tool: name })}
                  title={`${agent} · ${name}: ${stateWord(state)}`}
                  style={{
                    top: `${top}px`,
                    left: `${SIDE + (toolOffset + column) * CELL}px`,
                    width: `${CELL}px`,
                    height: `${CELL}px`,
                  }}
                >
                  <span aria-hidden="true">{SIGNS[state] ?? state.slice(0, 1)}</span>
                  <span class="unseen">{`${agent}, ${name}: ${stateWord(state)}`}</span>
                </a>
              );
            })}
          </div>
        );
      })}
    </>
  );
}

function Signs() {
  return (
    <div class="signs" role="note" aria-label="Signs">
      {Object.entries(SIGNS).map(([state, sign]) => (
        <span key={state} class="row">
          <span class={`sign ${stateTone(state)}`}>{sign}</span> {stateWord(state)}
        </span>
      ))}
    </div>
  );
}
