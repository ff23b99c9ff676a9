import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { AgentsAnswer, ToolsAnswer } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { goTo, linkTo } from '../../data/route.ts';

const MOST_OFFERED = 50;

/** Which tool as which agent; what is typed is looked for. */
export function Target({ agent, tool }: { readonly agent: string; readonly tool: string }) {
  const agents = useSignal<readonly string[]>([]);
  const tools = useSignal<readonly string[]>([]);
  const findAgents = (search: string) =>
    void ask<AgentsAnswer>('/api/agents', {
      query: { limit: MOST_OFFERED, search: search || undefined },
    }).then(
      (answer) => {
        agents.value = answer.agents.map(({ id }) => id);
      },
      () => undefined,
    );
  const findTools = (search: string) => {
    if (agent === '') return;
    const query = { limit: MOST_OFFERED, state: 'active', search: search || undefined };
    void ask<ToolsAnswer>(path`/api/agents/${agent}/tools`, { query }).then(
      (answer) => {
        tools.value = answer.tools.map(({ name }) => name);
      },
      () => undefined,
    );
  };
  useEffect(() => findAgents(''), []);
  useEffect(() => findTools(''), [agent]);
  return (
    <div class="toolbar">
      <Choice
        label="Agent"
        value={agent}
        offered={agents.value}
        onSearch={findAgents}
        onChoose={(id) => goTo(linkTo(['call', id]))}
      />
      {agent !== '' && (
        <Choice
          label="Tool"
          value={tool}
          offered={tools.value}
          onSearch={findTools}
          onChoose={(name) => goTo(linkTo(['call', agent, name]))}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly offered: readonly string[];
  readonly onSearch: (text: string) => void;
  readonly onChoose: (text: string) => void;
}

function Choice({ label, value, offered, onSearch, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        key={value}
        id={id}
        class="input mono"
        list={`${id}-offered`}
        defaultValue={value}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          if (offered.includes(currentTarget.value)) onChoose(currentTarget.value);
          else onSearch(currentTarget.value);
        }}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value.trim();
          if (text !== '' && text !== value) onChoose(text);
        }}
      />
      <datalist id={`${id}-offered`}>
        {offered.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </div>
  );
}
