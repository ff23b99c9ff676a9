import './schema-form.css';
import Form from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { formValidator } from './form-validator.ts';
import { plainSchema } from './plain-schema.ts';

export interface SchemaFormProps {
  /** From an extension or a server. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const UI: UiSchema = {
  'ui:submitButtonOptions': { norender: true },
  'ui:title': '',
  'ui:description': '',
};

/** Fields for what a schema describes. It checks nothing: the host does, with the rules that count. */
export function SchemaForm({ schema, value, onChange }: SchemaFormProps) {
  return (
    <Form
      className="schema-form"
      tagName="div"
      idPrefix="argument"
      schema={plainSchema(schema) as RJSFSchema}
      uiSchema={UI}
      validator={formValidator}
      formData={value}
      noHtml5Validate
      noValidate
      omitExtraData={false}
      onChange={({ formData }) => onChange(formData)}
    >
      <span />
    </Form>
  );
}
