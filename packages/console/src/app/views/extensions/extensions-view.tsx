import './extensions.css';
import { useSignal } from '@preact/signals';
import type { ExtensionNote } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { linkTo, route } from '../../data/route.ts';
import { may } from '../../data/session.ts';
import { Empty, Loaded } from '../../design/feedback.tsx';
import { Foreign, ForeignCode } from '../../design/foreign.tsx';
import { Icon } from '../../design/icon.tsx';
import { countOf } from '../../design/words.ts';
import { AddExtension } from './add-extension.tsx';
import { ExtensionActions } from './extension-actions.tsx';
import { ExtensionBadges } from './extension-badges.tsx';
import { ExtensionView } from './extension-view.tsx';

/** The extensions: what each is, what it may do, how it is; with one of them in the address, that one. */
export function ExtensionsView() {
  const [, id] = route.value.parts;
  return id === undefined ? <ExtensionList /> : <ExtensionView key={id} id={id} />;
}

function ExtensionList() {
  const isAdding = useSignal(false);
  const { state, reload } = useResource<{ readonly extensions: readonly ExtensionNote[] }>({
    key: 'extensions',
    topics: ['changed', 'sandbox', 'stops'],
    load: (signal) => ask('/api/extensions', { signal }),
  });
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>Extensions</h1>
          <p>Whose code runs, in which version, with which rights; what waits for approval.</p>
        </div>
        {may.operate.value && (
          <button
            type="button"
            class="button primary"
            onClick={() => {
              isAdding.value = true;
            }}
          >
            <Icon name="add" /> Add…
          </button>
        )}
      </div>
      <Loaded of={state.value} retry={reload}>
        {({ extensions }) =>
          extensions.length === 0 ? (
            <Empty icon="extensions" title="No extension is installed">
              Add one from a folder, a package or a file.
            </Empty>
          ) : (
            <ul class="extension-list">
              {extensions.map((extension) => (
                <li key={extension.id}>
                  <ExtensionCard extension={extension} reload={reload} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding.value && (
        <AddExtension
          onClose={() => {
            isAdding.value = false;
            reload();
          }}
        />
      )}
    </main>
  );
}

function ExtensionCard({
  extension,
  reload,
}: {
  readonly extension: ExtensionNote;
  readonly reload: () => void;
}) {
  const { id, version, origin, tools, failure, diagnostics } = extension;
  return (
    <article class="card extension-card" aria-label={id}>
      <div class="stack">
        <div class="row wrap">
          <h2>
            <a href={linkTo(['extensions', id])}>
              <Foreign text={id} isOneLine />
            </a>
          </h2>
          {version !== undefined && (
            <span class="muted">
              <Foreign text={version} isOneLine />
            </span>
          )}
          <ExtensionBadges extension={extension} />
        </div>
        <p class="muted small">
          <ForeignCode text={origin} /> · {countOf(tools.length, 'tool')}
          {diagnostics.length > 0 && ` · ${countOf(diagnostics.length, 'finding')}`}
        </p>
        {failure !== undefined && (
          <p>
            <Foreign text={failure.message} />
          </p>
        )}
      </div>
      <ExtensionActions extension={extension} onDone={reload} />
    </article>
  );
}
