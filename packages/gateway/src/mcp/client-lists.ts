import type {
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  Prompt,
  Resource,
  ResourceTemplateType,
  Tool,
} from '@modelcontextprotocol/server';
import { argumentsOfSchema, bareName, type ToolEntry, type ToolSurface } from '@mortise/contracts';
import { describeTool } from './describe-tool.ts';

/** What clients can list, once: its request, what of a surface it has, and how each is described. */
export const CLIENT_LISTS = {
  'tools/list': { key: 'tools', kind: 'tools', of: 'active', describe: describeTool },
  'prompts/list': { key: 'prompts', kind: 'prompts', of: 'prompts', describe: describePrompt },
  'resources/list': {
    ...{ key: 'resources', kind: 'resources', of: 'resources', describe: describeResource },
  },
  'resources/templates/list': {
    ...{ key: 'resourceTemplates', kind: 'resources', of: 'resourceTemplates' },
    describe: describeTemplate,
  },
} as const satisfies { readonly [method: string]: ClientList };

interface ClientList {
  /** Of the result. */
  readonly key: string;
  /** Of which clients are told that they changed. */
  readonly kind: ListKind;
  readonly of: 'active' | 'prompts' | 'resources' | 'resourceTemplates';
  readonly describe: (entry: ToolEntry) => unknown;
}

export type ListKind = 'tools' | 'prompts' | 'resources';
export type ListMethod = keyof typeof CLIENT_LISTS;
/** What clients were shown of a surface. */
export type ShownLists = Pick<ToolSurface, (typeof CLIENT_LISTS)[ListMethod]['of']>;

export interface ListResults {
  readonly 'tools/list': ListToolsResult;
  readonly 'prompts/list': ListPromptsResult;
  readonly 'resources/list': ListResourcesResult;
  readonly 'resources/templates/list': ListResourceTemplatesResult;
}

/** The kinds of lists in which two surfaces differ. */
export function changedLists(before: ShownLists, after: ShownLists): readonly ListKind[] {
  const changed = Object.values(CLIENT_LISTS).filter(({ of }) => !isSame(before[of], after[of]));
  return [...new Set(changed.map(({ kind }) => kind))];
}

/** Addresses of resources at which something else stands, or nothing any more. */
export function changedAddresses(before: ShownLists, after: ShownLists): readonly string[] {
  const now = new Set(after.resources);
  const then = new Set(before.resources);
  const changed = [
    ...before.resources.filter((entry) => !now.has(entry)),
    ...after.resources.filter((entry) => !then.has(entry)),
  ];
  return [...new Set(changed.map(({ name }) => bareName(name)))];
}

function isSame(a: readonly ToolEntry[], b: readonly ToolEntry[]): boolean {
  return a === b || (a.length === b.length && a.every((entry, index) => entry === b[index]));
}

function describePrompt({ name, description, schema, annotations }: ToolEntry): Prompt {
  const given = argumentsOfSchema(schema) ?? [];
  return {
    ...{ name: bareName(name), description, ...titleOf(annotations) },
    ...(given.length === 0
      ? {}
      : {
          arguments: given.map((each) => ({
            name: each.name,
            ...(each.description === undefined ? {} : { description: each.description }),
            required: each.isRequired,
          })),
        }),
  };
}

function describeResource(entry: ToolEntry): Resource {
  return { uri: bareName(entry.name), ...describeAddress(entry) };
}

function describeTemplate(entry: ToolEntry): ResourceTemplateType {
  return { uriTemplate: bareName(entry.name), ...describeAddress(entry) };
}

function describeAddress({ name, description, mimeType, annotations }: ToolEntry) {
  return {
    ...{ name: annotations?.title ?? bareName(name), description, ...titleOf(annotations) },
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

function titleOf(annotations: ToolEntry['annotations']): Pick<Tool, 'title'> {
  return annotations?.title === undefined ? {} : { title: annotations.title };
}
