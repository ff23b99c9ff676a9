import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { jsonLanguage } from '@codemirror/lang-json';
import { yamlLanguage } from '@codemirror/lang-yaml';
import type { Extension } from '@codemirror/state';
import { jsonCompletion, stateExtensions } from 'codemirror-json-schema';
import { yamlCompletion } from 'codemirror-json-schema/yaml';

/** Offers what a schema knows of keys and values; descriptions are shown as text. */
export function schemaCompletion(schema: object, fileName: string): Extension {
  const isYaml = /\.ya?ml$/i.test(fileName);
  const offer = isYaml ? yamlCompletion() : jsonCompletion();
  const language = isYaml ? yamlLanguage : jsonLanguage;
  const autocomplete = async (context: CompletionContext) => {
    const result = await offer(context);
    return Array.isArray(result) ? null : asText(result);
  };
  return [stateExtensions(schema), language.data.of({ autocomplete })];
}

/** The library renders descriptions as markup, which the policy of the page refuses. */
function asText(result: CompletionResult | null | undefined): CompletionResult | null {
  if (result === null || result === undefined) return null;
  return { ...result, options: result.options.map(({ info: _, ...option }) => option) };
}
