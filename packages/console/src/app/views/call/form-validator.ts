import { type Schema, Validator } from '@cfworker/json-schema';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';

/**
 * What the form library asks a validator for: which of several schemas a value fits. It interprets
 * schemas and makes no code of them, which the policy of the page would refuse. Whether arguments are
 * right is for the host to say.
 */
export const formValidator: ValidatorType = {
  isValid: (schema, formData, rootSchema) => fits(schema, formData, rootSchema),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};

function fits(schema: RJSFSchema, formData: unknown, rootSchema: RJSFSchema): boolean {
  try {
    const { definitions, $defs } = rootSchema;
    const whole = { ...schema, ...(definitions && { definitions }), ...($defs && { $defs }) };
    // What a form has not filled in yet is not there.
    const value: unknown = JSON.parse(JSON.stringify(formData ?? null));
    return new Validator(whole as Schema).validate(value).valid;
  } catch {
    return false;
  }
}
