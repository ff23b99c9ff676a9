import { useSignal } from '@preact/signals';
import type { TokenNote } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { now } from '../../data/now.ts';
import { useResource } from '../../data/resource.ts';
import { refine, route } from '../../data/route.ts';
import { session } from '../../data/session.ts';
import { confirm } from '../../design/confirm.tsx';
import { Empty, Loaded } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Icon } from '../../design/icon.tsx';
import { say, sayProblem } from '../../design/messages.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { day, span } from '../../design/words.ts';
import { MakeToken } from './make-token.tsx';

/** Who may ask what: tokens of clients and people, and the users they speak for. */
export function TokensView() {
  const { q = '' } = route.value.query;
  const isMaking = useSignal(false);
  const showsEnded = useSignal(false);
  const { state, reload } = useResource<{ readonly tokens: readonly TokenNote[] }>({
    key: 'tokens',
    load: (signal) => ask('/api/tokens', { signal }),
  });
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>Tokens and users</h1>
          <p>
            A token names the agents it speaks for, its roles and its user. It is shown once, and
            ends when revoked.
          </p>
        </div>
        <button type="button" class="button primary" onClick={() => (isMaking.value = true)}>
          <Icon name="add" /> Make a token…
        </button>
      </div>
      <div class="toolbar">
        <SearchBox
          label="Search by name, user, agent or role"
          value={q}
          onChange={(text) => refine({ q: text })}
        />
        <label class="row">
          <input
            type="checkbox"
            checked={showsEnded.value}
            onChange={({ currentTarget }) => (showsEnded.value = currentTarget.checked)}
          />
          Those that ended, too
        </label>
      </div>
      <Loaded of={state.value} retry={reload}>
        {({ tokens }) => {
          const shown = tokens
            .filter((token) => showsEnded.value || !hasEnded(token))
            .filter((token) => matches(token, q.trim().toLowerCase()))
            .toSorted((one, other) => other.createdAt - one.createdAt);
          return shown.length === 0 ? (
            <Empty icon="tokens" title={q === '' ? 'There is no token' : 'No token is like this'}>
              Make one for a client, or type `mortise connect` for one with everything to paste.
            </Empty>
          ) : (
            <TokenTable tokens={shown} onDone={reload} />
          );
        }}
      </Loaded>
      {isMaking.value && (
        <MakeToken
          onClose={() => {
            isMaking.value = false;
            reload();
          }}
        />
      )}
    </main>
  );
}

function matches(
  { id, name = '', userId = '', agents, roles }: TokenNote,
  wanted: string,
): boolean {
  const words = [id, name, userId, ...roles, ...(agents === 'all' ? ['all'] : agents)];
  return wanted === '' || words.some((word) => word.toLowerCase().includes(wanted));
}

function hasEnded({ revokedAt, expiresAt }: TokenNote): boolean {
  return revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= now.value);
}

function TokenTable({
  tokens,
  onDone,
}: {
  readonly tokens: readonly TokenNote[];
  readonly onDone: () => void;
}) {
  return (
    <div class="card scroll-x" tabIndex={0} role="region" aria-label="Tokens">
      <table class="plain-table">
        <thead>
          <tr>
            {['Name', 'Roles', 'Agents', 'User', 'Made', 'Ends', ''].map((label) => (
              <th key={label} scope="col">
                {label === '' ? <span class="unseen">Revoke</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onDone={onDone} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TokenRow({ token, onDone }: { readonly token: TokenNote; readonly onDone: () => void }) {
  const {
    id,
    name = '',
    roles,
    agents,
    userId,
    createdAt,
    createdBy,
    expiresAt,
    revokedAt,
  } = token;
  const isOwn = session.value.status === 'in' && session.value.who.id === id;
  return (
    <tr>
      <td>
        <Foreign text={name} isOneLine /> <code class="muted small">{id}</code>
        {isOwn && (
          <>
            {' '}
            <span class="badge tone-accent plain">you</span>
          </>
        )}
      </td>
      <td>{roles.join(', ')}</td>
      <td>
        <Foreign text={agents === 'all' ? 'all' : agents.join(', ')} />
      </td>
      <td>{userId !== undefined && <Foreign text={userId} isOneLine />}</td>
      <td class="muted">
        {day(createdAt)} by <Foreign text={createdBy} isOneLine />
      </td>
      <td class="muted">
        {revokedAt === undefined
          ? expiresAt === undefined
            ? 'never'
            : `in ${span(expiresAt - now.value)}`
          : `revoked ${day(revokedAt)}`}
      </td>
      <td>
        {!hasEnded(token) && (
          <button type="button" class="button danger" onClick={() => void revoke(token, onDone)}>
            Revoke
          </button>
        )}
      </td>
    </tr>
  );
}

async function revoke({ id, name = '' }: TokenNote, onDone: () => void): Promise<void> {
  const isSure = await confirm({
    title: 'Revoke this token?',
    detail: (
      <p>
        <Foreign text={name} isOneLine /> <code>{id}</code> opens nothing from then on, and what it
        has open ends. There is no way back.
      </p>
    ),
    action: 'Revoke',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await ask(path`/api/tokens/${id}/revoke`, { method: 'POST' });
    say('Revoked.');
  } catch (error) {
    sayProblem(error);
  }
  onDone();
}
