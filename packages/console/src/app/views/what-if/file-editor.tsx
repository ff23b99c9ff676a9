import type { ConfigAnswer } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { CodeEditor } from '../../design/code-editor.tsx';
import type { Proposed } from './use-proposal.ts';

export interface FileEditorProps {
  readonly file: ConfigAnswer;
  readonly proposed: Proposed;
  readonly onText: (text: string) => void;
}

/** The file itself, with what the schema knows offered and what is wrong marked. */
export function FileEditor({ file, proposed, onText }: FileEditorProps) {
  const { state } = useResource<object>({
    key: 'schema',
    load: (signal) => ask('/api/config/schema', { signal }),
  });
  const { value: schema, problem } = state.value;
  const findings = (proposed.answer?.diagnostics ?? []).flatMap(({ line, message, severity }) =>
    line === undefined ? [] : [{ line, message, isError: severity === 'error' }],
  );
  if (schema === undefined && problem === undefined) return null;
  return (
    <CodeEditor
      key={file.hash}
      text={proposed.answer?.text ?? file.text}
      fileName={file.fileName}
      label="The configuration"
      schema={schema}
      findings={findings}
      onChange={onText}
    />
  );
}
