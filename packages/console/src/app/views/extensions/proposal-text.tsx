import type { AgentPreview, ExtensionProposal, GrantValue } from '../../data/answers.ts';
import { CodeEditor } from '../../design/code-editor.tsx';
import { Foreign, ForeignCode } from '../../design/foreign.tsx';
import { countOf } from '../../design/words.ts';

/** Everything that a yes would be bound to. */
export function ProposalText({ proposal }: { readonly proposal: ExtensionProposal }) {
  const { difference, tools, agents, asks, grantedNow, grantedAfter } = proposal;
  return (
    <>
      {difference !== undefined && (
        <section class="card stack">
          <h2>What changes</h2>
          <pre class="code difference-text" tabIndex={0} role="region" aria-label="What changes">
            <Foreign text={difference} />
          </pre>
        </section>
      )}
      <div class="columns">
        {difference === undefined ? (
          <Values title="Asks for" values={asks} empty="Nothing: its code can only compute." />
        ) : (
          <Moves now={grantedNow} after={grantedAfter} />
        )}
        <Agents agents={agents} />
      </div>
      {tools.map((tool) => (
        <Definition key={tool.name} tool={tool} isUpdate={difference !== undefined} />
      ))}
    </>
  );
}

interface DefinitionProps {
  readonly tool: ExtensionProposal['tools'][number];
  readonly isUpdate: boolean;
}

/** What a model would see of a tool; of one that changes, the difference. */
function Definition({ tool, isUpdate }: DefinitionProps) {
  const { name, definition, before, isOptional } = tool;
  const isSame = before === definition;
  const word = isSame ? 'unchanged' : before === undefined ? 'new' : 'changed';
  return (
    <details class="card stack" open={isUpdate && !isSame}>
      <summary>
        <ForeignCode text={name} /> <span class={`badge ${isSame ? '' : 'tone-warn'}`}>{word}</span>{' '}
        {isOptional && <span class="badge plain">optional</span>}
      </summary>
      <CodeEditor
        text={definition}
        original={before ?? definition}
        fileName="definition.json"
        label={`Definition of ${name}`}
      />
    </details>
  );
}

function keyOf({ capability, value }: GrantValue): string {
  return `${capability} ${value}`;
}

function Moves({
  now,
  after,
}: {
  readonly now: readonly GrantValue[];
  readonly after: readonly GrantValue[];
}) {
  const [had, gets] = [new Set(now.map(keyOf)), new Set(after.map(keyOf))];
  const comes = after.filter((each) => !had.has(keyOf(each)));
  const goes = now.filter((each) => !gets.has(keyOf(each)));
  return (
    <section class="card stack">
      <h2>Granted with it</h2>
      {comes.length + goes.length === 0 && <p class="muted">The same as now.</p>}
      <ul>
        {comes.map((each) => (
          <li key={keyOf(each)}>
            <span class="badge tone-warn">new</span> {each.capability} <Foreign text={each.words} />
          </li>
        ))}
        {goes.map((each) => (
          <li key={keyOf(each)}>
            <span class="badge">gone</span> {each.capability} <Foreign text={each.words} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ValuesProps {
  readonly title: string;
  readonly values: readonly GrantValue[];
  readonly empty: string;
}

function Values({ title, values, empty }: ValuesProps) {
  return (
    <section class="card stack">
      <h2>{title}</h2>
      {values.length === 0 && <p class="muted">{empty}</p>}
      <ul>
        {values.map((each) => (
          <li key={keyOf(each)}>
            {each.capability} <Foreign text={each.words} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Agents({ agents }: { readonly agents: readonly AgentPreview[] }) {
  return (
    <section class="card stack">
      <h2>Agents</h2>
      {agents.length === 0 && <p class="muted">Nothing changes for any agent.</p>}
      <ul class="stack">
        {agents.map(({ agentId, appears, disappears }) => (
          <li key={agentId}>
            <strong>
              <Foreign text={agentId} isOneLine />
            </strong>{' '}
            <span class="muted">
              {appears.length > 0 && `+ ${countOf(appears.length, 'tool')} `}
              {disappears.length > 0 && `− ${countOf(disappears.length, 'tool')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
