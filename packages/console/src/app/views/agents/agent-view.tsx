import type { AgentAnswer, SettingNote } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { linkTo, route } from '../../data/route.ts';
import { type FactRow, Facts } from '../../design/facts.tsx';
import { Trouble } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { countOf, tokens } from '../../design/words.ts';
import { AgentSessions } from './agent-sessions.tsx';
import { AgentTools } from './agent-tools.tsx';

const TABS = [
  ['tools', 'Tools'],
  ['sessions', 'Toolkits, loadout, sessions'],
] as const;

function settingRow({ name, value, file, line }: SettingNote): FactRow {
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const place = file === undefined ? '' : `  ${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
  return [label, `${value}${place}`];
}

/** One agent: its tools and why each is there or not; its toolkits, loadout and sessions. */
export function AgentView({ agent }: { readonly agent: string }) {
  const [, , tab = 'tools'] = route.value.parts;
  const { state, reload } = useResource<AgentAnswer>({
    key: agent,
    topics: ['changed', 'stops'],
    load: (signal) => ask(path`/api/agents/${agent}`, { signal }),
  });
  const { value, problem } = state.value;
  return (
    <main class={`page ${tab === 'tools' ? 'filled agent' : ''}`}>
      <div class="heading">
        <div>
          <p class="small">
            <a href={linkTo(['agents'])}>Agents</a> ›
          </p>
          <h1>
            <Foreign text={agent} isOneLine />
          </h1>
          <p class="tabular">
            {value &&
              `${countOf(value.activeTools, 'active tool')} · ${tokens(value.definitionTokens)} · ${countOf(value.permittedTools, 'tool')} permitted`}
          </p>
        </div>
        <nav class="tabs" aria-label="Of this agent">
          {TABS.map(([id, label]) => (
            <a
              key={id}
              href={linkTo(['agents', agent, id])}
              {...(id === tab && { 'aria-current': 'page' as const })}
            >
              {label}
            </a>
          ))}
        </nav>
      </div>
      {problem !== undefined && <Trouble problem={problem} retry={reload} />}
      {tab === 'sessions' && value !== undefined && value.settings.length > 0 && (
        <section class="card stack">
          <h2>What the configuration says</h2>
          <Facts rows={value.settings.map(settingRow)} />
        </section>
      )}
      {tab === 'tools' ? <AgentTools agent={agent} /> : <AgentSessions agent={agent} />}
    </main>
  );
}
