import {
  bareName,
  ENTRY_KINDS,
  entryKind,
  type ResourceAddress,
  readUriTemplate,
  type ToolEntry,
  type UriTemplate,
} from '@mortise/contracts';
import { formsOfAddress, hasDotStep } from './address-forms.ts';

export function isTemplate(uri: string): boolean {
  return uri.includes('{');
}

interface IndexedTemplate {
  readonly entry: ToolEntry;
  readonly template: UriTemplate;
}

/** Longer addresses than any template makes of its values are not looked at. */
const MOST_ASKED_CHARS = 4_000;

/**
 * The resources of one registry revision by their addresses. An address is one resource, before any policy is asked:
 * the one with exactly that address, else the template with the most fixed characters. So what is denied cannot be
 * read through a template that is wider, in no other letters either: what a reader may take for the address of
 * another resource is none.
 */
export class ResourceIndex {
  readonly #byName = new Map<string, ToolEntry>();
  readonly #templates: readonly IndexedTemplate[];

  constructor(entries: readonly ToolEntry[]) {
    const templates: IndexedTemplate[] = [];
    for (const entry of entries) {
      if (entryKind(entry.name) !== 'resource') continue;
      const uri = bareName(entry.name);
      const template = isTemplate(uri) ? readUriTemplate(uri) : undefined;
      if (template === undefined) this.#byName.set(entry.name, entry);
      else templates.push({ entry, template });
    }
    // Entries come in one order, which a stable sort keeps among equals.
    this.#templates = templates.sort((a, b) => b.template.fixedChars - a.template.fixedChars);
  }

  at(uri: string): ResourceAddress | undefined {
    const found = uri.length > MOST_ASKED_CHARS ? undefined : this.#find(uri);
    if (found?.template === undefined) return found;
    const { entry, args, template } = found;
    const written = template.expand(args);
    if (hasDotStep(written)) return undefined;
    const isOne = formsOfAddress(written, bareName(entry.name)).every(
      (form) => (this.#find(form)?.entry ?? entry) === entry,
    );
    return isOne ? { entry, args } : undefined;
  }

  #find(uri: string): (ResourceAddress & { readonly template?: UriTemplate }) | undefined {
    const entry = this.#byName.get(`${ENTRY_KINDS.resource.prefix}${uri}`);
    if (entry !== undefined) return { entry, args: {} };
    for (const { entry: form, template } of this.#templates) {
      const args = template.match(uri);
      if (args !== undefined) return { entry: form, args, template };
    }
    return undefined;
  }
}
