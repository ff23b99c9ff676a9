import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

const LOOK = EditorView.theme({
  '&': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: 'var(--text-s)',
    maxHeight: '70vh',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--raised)',
    color: 'var(--muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-strong)',
  },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft)' },
  '.cm-changedLine': { backgroundColor: 'var(--good-soft)' },
  '.cm-insertedLine, .cm-changedText': { textDecoration: 'none', background: 'none' },
  '.cm-deletedLine, .cm-deletedChunk del': { textDecoration: 'none' },
  '.cm-collapsedLines': { background: 'var(--raised)', color: 'var(--muted)' },
  // Drawn with a character that few fonts have.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
});

const COLOURS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
    { tag: tags.string, color: 'var(--good)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--lazy)' },
    { tag: tags.invalid, color: 'var(--bad)' },
  ]),
);

/** How every editor of the console looks and behaves. */
export function editorParts(fileName: string, label: string): Extension[] {
  const isYaml = /\.ya?ml$/i.test(fileName);
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    highlightSpecialChars(),
    highlightActiveLine(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    search({ top: true }),
    EditorState.tabSize.of(2),
    isYaml ? yaml() : json(),
    autocompletion({ icons: false }),
    keymap.of([
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorView.lineWrapping,
    LOOK,
    COLOURS,
  ];
}

export function readOnly(): Extension[] {
  return [EditorState.readOnly.of(true), EditorView.editable.of(false)];
}
