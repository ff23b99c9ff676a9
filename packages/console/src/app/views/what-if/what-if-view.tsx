import './what-if.css';
import { useSignal } from '@preact/signals';
import { route } from '../../data/route.ts';
import { Loaded, Notice } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Icon } from '../../design/icon.tsx';
import { AddChange } from './add-change.tsx';
import type { NamedChange } from './changes.ts';
import { Difference } from './difference.tsx';
import { FileEditor } from './file-editor.tsx';
import { SaveBar } from './save-bar.tsx';
import { useProposal } from './use-proposal.ts';

/** What a change would do to every agent, before it is saved. */
export function WhatIfView() {
  const changes = useSignal<readonly NamedChange[]>([]);
  const way = useSignal<'changes' | 'file'>('changes');
  const proposal = useProposal(changes);
  const { config, proposed } = proposal;
  const { agent = '', allow = '', deny = '' } = route.value.query;
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>What if</h1>
          <p>See what a change would do to each agent, then save it. Comments of the file stay.</p>
        </div>
        <div class="chips">
          {WAYS.map(([id, label]) => (
            <button
              key={id}
              type="button"
              class="chip"
              aria-pressed={way.value === id}
              onClick={() => {
                way.value = id;
              }}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      <Loaded of={config.state.value} retry={config.reload}>
        {(file) => (
          <>
            {file.notEditable !== undefined && (
              <Notice tone="warn">
                <Foreign text={file.notEditable} />
              </Notice>
            )}
            <div class="what-if">
              <section class="stack" aria-label="Changes">
                {way.value === 'changes' ? (
                  <>
                    <Pending changes={changes.value} onChange={(next) => (changes.value = next)} />
                    <AddChange
                      start={{ agent, allow, deny }}
                      onAdd={(change) => {
                        changes.value = [...changes.value.filter(isNoText), change];
                      }}
                    />
                  </>
                ) : (
                  <p class="muted">
                    Edit the file as it is. What the changes on the other side made of it is in it
                    already.
                  </p>
                )}
              </section>
              <section class="stack" aria-label="What would change">
                {way.value === 'file' && (
                  <FileEditor
                    file={file}
                    proposed={proposed.value}
                    onText={(text) => {
                      changes.value =
                        text === file.text
                          ? []
                          : [
                              {
                                ...{ words: 'the file, as edited', change: { kind: 'text', text } },
                                base: changes.peek().find(({ base }) => base)?.base ?? file.hash,
                              },
                            ];
                    }}
                  />
                )}
                <Difference
                  file={file}
                  proposed={proposed.value}
                  hasChanges={changes.value.length > 0}
                />
              </section>
            </div>
            <SaveBar
              {...{ file, proposed: proposed.value, reload: config.reload }}
              onSaved={() => {
                changes.value = [];
                config.reload();
              }}
            />
          </>
        )}
      </Loaded>
    </main>
  );
}

const WAYS = [
  ['changes', 'Changes'],
  ['file', 'The file'],
] as const;

const isNoText = ({ change }: NamedChange) => change.kind !== 'text';

interface PendingProps {
  readonly changes: readonly NamedChange[];
  readonly onChange: (changes: readonly NamedChange[]) => void;
}

function Pending({ changes, onChange }: PendingProps) {
  if (changes.length === 0) return null;
  return (
    <ul class="pending" aria-label="Changes that are tried">
      {changes.map((each, index) => (
        <li key={`${index} ${each.words}`}>
          <span class="grow">
            <Foreign text={each.words} isOneLine />
          </span>
          <button
            type="button"
            class="button quiet icon-only"
            aria-label={`Without: ${each.words}`}
            onClick={() => onChange(changes.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
