import { MortiseError } from '@mortise/contracts/plain';

/** What a new project starts from: a folder of `templates`, a project that works as it is. */
export interface Template {
  readonly name: string;
  /** What is written, in a few words for a list. */
  readonly summary: string;
  readonly kind: 'extension' | 'host';
}

/** Stands in the templates where the name belongs; they are projects that work under it. */
export const PLACEHOLDERS = { extension: 'my-extension', host: 'my-host' } as const;

export const TEMPLATES: readonly Template[] = [
  { name: 'extension-basic', kind: 'extension', summary: 'a tool that needs nothing' },
  { name: 'extension-fetch', kind: 'extension', summary: 'a tool that asks one host' },
  { name: 'extension-files', kind: 'extension', summary: 'tools that read and write files' },
  { name: 'host-embed', kind: 'host', summary: 'a program that calls sandboxed tools' },
  { name: 'host-ai-sdk', kind: 'host', summary: 'an agent of the AI SDK with sandboxed tools' },
];

export const DEFAULT_TEMPLATE = 'extension-basic';

/** The template of a name such as `extension-fetch` or `fetch`. Throws `unknown_template`. */
export function findTemplate(name: string): Template {
  const found = TEMPLATES.find((each) => each.name === name || shortName(each) === name);
  if (found !== undefined) return found;
  const names = TEMPLATES.map((each) => each.name).join(', ');
  throw new MortiseError('unknown_template', `${JSON.stringify(name)} is none of ${names}.`);
}

function shortName({ name, kind }: Template): string {
  return name.slice(kind.length + 1);
}
