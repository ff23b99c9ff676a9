import { entryKind, type ToolEntry } from '@mortise/contracts';

/** Measures what a definition costs in front of a model. Must answer the same for the same tool. */
export type MeasureTokens = (entry: ToolEntry) => number;

/** Characters of JSON per token; tokenizers differ, and English text and schemas come near to this. */
const CHARACTERS_PER_TOKEN = 4;

/** An estimate that needs no tokenizer and is the same on every machine. What no model is shown costs nothing. */
export function estimateTokens({
  name,
  description,
  schema,
}: Pick<ToolEntry, 'name' | 'description' | 'schema'>): number {
  if (entryKind(name) !== 'tool') return 0;
  const text = JSON.stringify({ name, description, parameters: schema });
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
