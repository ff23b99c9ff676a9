import type { Static, TSchema } from '@sinclair/typebox';
import type { JsonSchema } from '../json.ts';
import type { FromJsonSchema } from './from-json-schema.ts';

/** What describes the arguments of a tool: a TypeBox schema, or plain JSON Schema. */
export type ParameterSchema = TSchema | JsonSchema;

/**
 * The arguments that a schema lets through: of TypeBox, or of JSON Schema that is written as a
 * literal. They are unknown where the schema is not known before it runs.
 */
export type ArgumentsOf<Parameters extends ParameterSchema> = Parameters extends TSchema
  ? Static<Parameters>
  : FromJsonSchema<Parameters>;
