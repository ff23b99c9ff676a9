import type { Decision, ToolGroup, ToolNote } from '../../data/answers.ts';
import { linkTo, route } from '../../data/route.ts';
import { Foreign } from '../../design/foreign.tsx';
import { StateBadge } from '../../design/state-badge.tsx';
import { countOf, originWord, tokens } from '../../design/words.ts';

export const ROW = 52;

export function ToolHead() {
  return (
    <div role="rowgroup">
      <div class="line head" role="row">
        <span role="columnheader">Tool</span>
        <span role="columnheader">State</span>
        <span role="columnheader" class="why">
          Because
        </span>
        <span role="columnheader" class="number">
          Tokens
        </span>
      </div>
    </div>
  );
}

/** The head of the tools of one source. */
export function GroupRow({
  group,
  place,
}: {
  readonly group: ToolGroup;
  readonly place: ToolRowProps['place'];
}) {
  return (
    <div
      class="line group-head"
      role="row"
      aria-rowindex={place.index + 1}
      style={{ transform: `translateY(${place.top}px)`, height: `${ROW}px` }}
    >
      <span role="cell" class="cut">
        <strong>
          <Foreign text={group.source.replace(/^plugin:/, '')} isOneLine />
        </strong>{' '}
        <span class="muted small">{countOf(group.count, 'tool')}</span>
      </span>
    </div>
  );
}

export interface ToolRowProps {
  readonly agent: string;
  /** `undefined` while it is being asked for. */
  readonly tool: ToolNote | undefined;
  readonly place: { readonly index: number; readonly top: number };
  readonly isChosen: boolean;
}

export function ToolRow({ agent, tool, place, isChosen }: ToolRowProps) {
  return (
    <div
      class="line entry"
      role="row"
      aria-rowindex={place.index + 1}
      data-chosen={isChosen}
      style={{ transform: `translateY(${place.top}px)`, height: `${ROW}px` }}
    >
      {tool === undefined ? <span role="cell">…</span> : <Cells agent={agent} tool={tool} />}
    </div>
  );
}

function Cells({ agent, tool }: { readonly agent: string; readonly tool: ToolNote }) {
  const { query } = route.value;
  return (
    <>
      <span role="cell" class="cut">
        <a class="name mono" href={linkTo(['agents', agent], { ...query, tool: tool.name })}>
          <Foreign text={tool.name} isOneLine />
        </a>
        <span class="muted small block cut">
          <Foreign text={originWord(tool.origin)} isOneLine />
          {tool.kind !== 'tool' && ` · ${tool.kind}`}
          {tool.isOptional === true && ' · optional'}
        </span>
      </span>
      <span role="cell">
        <StateBadge state={tool.state} />
      </span>
      <span role="cell" class="why cut">
        {tool.decision && <Because decision={tool.decision} />}
      </span>
      <span role="cell" class="number muted">
        {tool.definitionTokens !== undefined && tokens(tool.definitionTokens)}
      </span>
    </>
  );
}

function Because({ decision }: { readonly decision: Decision }) {
  const { sentence, others, path, file, line } = decision;
  const place = file === undefined ? path : `${fileName(file)}:${line}`;
  return (
    <>
      <span class="cut block">
        <Foreign text={sentence} isOneLine />
        {others > 0 && <span class="muted"> and {others} more</span>}
      </span>
      {place !== undefined && (
        <span class="muted small mono cut block">
          <Foreign text={place} isOneLine />
        </span>
      )}
    </>
  );
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
