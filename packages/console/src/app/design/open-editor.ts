import { setDiagnostics } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { editorParts, readOnly } from './editor-parts.ts';
import { schemaCompletion } from './schema-completion.ts';

export interface EditorOptions {
  readonly text: string;
  readonly fileName: string;
  readonly label: string;
  /** What keys and values are offered. */
  readonly schema?: object | undefined;
  readonly onChange?: ((text: string) => void) | undefined;
  /** Shows what is different from this text, and nothing can be edited. */
  readonly original?: string | undefined;
}

export interface Finding {
  /** From 1 on. */
  readonly line: number;
  readonly message: string;
  readonly isError: boolean;
}

export interface OpenEditor {
  setText(text: string): void;
  setFindings(findings: readonly Finding[]): void;
  close(): void;
}

/**
 * An editor inside of a shadow root: there its styles are sheets that scripts adopt, and no element of
 * style is written into the page, which its policy would refuse.
 */
export function openEditor(parent: ShadowRoot, options: EditorOptions): OpenEditor {
  const { text, fileName, label, schema, onChange, original } = options;
  const view = new EditorView({
    parent,
    root: parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        editorParts(fileName, label),
        schema === undefined ? [] : schemaCompletion(schema, fileName),
        original === undefined ? [] : [difference(original), readOnly()],
        onChange === undefined
          ? []
          : EditorView.updateListener.of((update) => {
              if (update.docChanged) onChange(update.state.doc.toString());
            }),
      ],
    }),
  });
  return {
    setText: (next) => {
      const { doc } = view.state;
      if (doc.toString() === next) return;
      view.dispatch({ changes: { from: 0, to: doc.length, insert: next } });
    },
    setFindings: (findings) => {
      const { doc } = view.state;
      const found = findings.map(({ line, message, isError }) => {
        const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
        return { from, to, message, severity: isError ? ('error' as const) : ('warning' as const) };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
    close: () => view.destroy(),
  };
}

function difference(original: string): Extension {
  return unifiedMergeView({
    original,
    mergeControls: false,
    highlightChanges: false,
    gutter: true,
    collapseUnchanged: { margin: 3, minSize: 6 },
  });
}
