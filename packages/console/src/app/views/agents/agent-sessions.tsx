import { useSignal } from '@preact/signals';
import type { SessionAnswer, ToolkitNote } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { linkTo, refine, route } from '../../data/route.ts';
import { Empty, Loaded, Notice } from '../../design/feedback.tsx';
import { Foreign, ForeignCode } from '../../design/foreign.tsx';
import { countOf } from '../../design/words.ts';
import { NEW_SESSION } from './agent-tools.tsx';
import { type ChosenSession, SessionList } from './session-list.tsx';

/** What an agent may load, and what a session of it has loaded. */
export function AgentSessions({ agent }: { readonly agent: string }) {
  const { session = NEW_SESSION, user } = route.value.query;
  const { state, reload } = useResource<SessionAnswer>({
    key: JSON.stringify([agent, session, user]),
    topics: ['changed', 'call'],
    load: (signal) =>
      ask(path`/api/agents/${agent}/sessions/${session}`, { query: { user }, signal }),
  });
  return (
    <>
      <SessionList agent={agent} chosen={{ session, user }} />
      <SessionPicker key={`${session} ${user}`} session={session} user={user} />
      <Loaded of={state.value} retry={reload}>
        {({ toolkits, activeTools, diagnostics }) => (
          <>
            {diagnostics.map(({ message, hint }) => (
              <Notice key={message} tone="warn">
                <p>
                  <Foreign text={message} />
                </p>
                <p class="muted small">
                  <Foreign text={hint} />
                </p>
              </Notice>
            ))}
            <p class="muted">
              The next request of this session has {countOf(activeTools.length, 'tool')}.{' '}
              <a href={linkTo(['agents', agent], { session, user })}>See them</a>
            </p>
            {toolkits.length === 0 ? (
              <Empty icon="extensions" title="Nothing can be loaded">
                Toolkits are given with `allowed_toolkits`, or by a loadout with something to
                discover.
              </Empty>
            ) : (
              <div class="columns">
                {toolkits.map((toolkit) => (
                  <Toolkit key={toolkit.name} toolkit={toolkit} />
                ))}
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function SessionPicker({ session, user }: ChosenSession) {
  const typed = useSignal(session === NEW_SESSION ? '' : session);
  const typedUser = useSignal(user ?? '');
  return (
    <form
      class="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        refine({ session: typed.value.trim(), user: typedUser.value.trim() || undefined });
      }}
    >
      <div class="field">
        <label for="session">Session</label>
        <div class="row">
          <input
            id="session"
            class="input mono"
            placeholder="a new conversation"
            maxLength={128}
            value={typed.value}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
            }}
          />
        </div>
      </div>
      <div class="field">
        <label for="user">User, if it has one</label>
        <div class="row">
          <input
            id="user"
            class="input"
            maxLength={256}
            value={typedUser.value}
            onInput={({ currentTarget }) => {
              typedUser.value = currentTarget.value;
            }}
          />
          <button type="submit" class="button">
            Look
          </button>
        </div>
      </div>
    </form>
  );
}

function Toolkit({ toolkit }: { readonly toolkit: ToolkitNote }) {
  const { name, description, loaded, sticky, tool_names: tools = [] } = toolkit;
  return (
    <article class="card stack">
      <div class="row spread">
        <h2>
          <ForeignCode text={name} />
        </h2>
        <span class={`badge ${loaded === true ? 'tone-good' : 'tone-lazy'}`}>
          {loaded === true ? (sticky === true ? 'loaded, stays' : 'loaded') : 'loadable'}
        </span>
      </div>
      {description !== undefined && (
        <p class="muted">
          <Foreign text={description} />
        </p>
      )}
      <p class="row wrap">
        {tools.map((tool) => (
          <ForeignCode key={tool} text={tool} />
        ))}
      </p>
    </article>
  );
}
