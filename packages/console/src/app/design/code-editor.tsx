import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Waiting } from './feedback.tsx';
import type { EditorOptions, Finding, OpenEditor } from './open-editor.ts';

export interface CodeEditorProps extends EditorOptions {
  readonly findings?: readonly Finding[];
}

/** An editor for configuration and JSON; its code is loaded with the first one. */
export function CodeEditor({ findings = [], ...options }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenEditor>(undefined);
  const isOpen = useSignal(false);
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    let isGone = false;
    void import('./open-editor.ts').then(({ openEditor }) => {
      const host = place.current;
      if (isGone || host === null) return;
      const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
      const onChange = (text: string) => latest.current.onChange?.(text);
      editor.current = openEditor(root, {
        ...latest.current,
        ...(latest.current.onChange && { onChange }),
      });
      isOpen.value = true;
    });
    return () => {
      isGone = true;
      editor.current?.close();
    };
  }, [options.original, options.schema]);
  useEffect(() => editor.current?.setText(options.text), [options.text, isOpen.value]);
  useEffect(() => editor.current?.setFindings(findings), [findings, isOpen.value]);
  return (
    <>
      {!isOpen.value && <Waiting lines={6} />}
      <div ref={place} />
    </>
  );
}
