import { type ConfigSelector, foldName, type NamedSelectors } from '@mortise/contracts';
import type { ConfigIndex } from './config-index.ts';
import { parseSelector, type Selector } from './parse-selector.ts';
import type { ToolIndex } from './tool-index.ts';

/**
 * What kind of list an entry stands in. It matters for a bare text only: in `servers` it is an MCP
 * server first.
 */
export type SelectorRole = 'tools' | 'servers';

/** An entry of a list as the tools it stands for. */
export interface CompiledSelector {
  /** In registry order. */
  readonly matches: readonly number[];
  /** Those of them the operator named, one by one or as an extension; opts in optional tools (phase 3). */
  readonly named: readonly number[];
  /** Certainly about extensions, whatever is loaded: a list of only such entries is an opt-in. */
  readonly isExtensionProof: boolean;
  /** Right as it stands even if it matches nothing now: a built-in group, an extension that is down. */
  readonly isKnown: boolean;
}

/** Groups that no configuration can define: another meaning of them would open what no list names. */
export const BUILT_IN_GROUPS = ['plugins', 'core', 'mcp'] as const;

const NONE: readonly number[] = Object.freeze([]);
const NOTHING: CompiledSelector = Object.freeze({
  matches: NONE,
  named: NONE,
  isExtensionProof: false,
  isKnown: false,
});

/** Turns entries of lists into tools, for one registry revision and one configuration. */
export class SelectorCompiler {
  readonly #index: ToolIndex;
  readonly #config: ConfigIndex;

  constructor(index: ToolIndex, config: ConfigIndex) {
    this.#index = index;
    this.#config = config;
  }

  compile(text: string, role: SelectorRole = 'tools'): CompiledSelector {
    const selector = parseSelector(text);
    return selector.kind === 'group'
      ? this.#compileGroup(selector.name, role)
      : this.#compileLeaf(selector, role);
  }

  /** Groups that a group contains, itself included, each once: circles end by themselves. */
  reachableGroups(name: string): readonly NamedSelectors[] {
    const reached = new Map<string, NamedSelectors>();
    const pending = [groupNameOfText(name)];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const group = this.#config.group(next);
      if (group === undefined || reached.has(next)) continue;
      reached.set(next, group);
      pending.push(...nestedGroups(group.selectors));
    }
    return [...reached.values()];
  }

  #compileGroup(name: string, role: SelectorRole): CompiledSelector {
    const builtIn = this.#builtInGroup(name);
    if (builtIn !== undefined) return builtIn;
    const groups = this.reachableGroups(name);
    if (groups.length === 0) return NOTHING;
    const parts = groups.flatMap(({ selectors }) =>
      selectors.map(({ text }) => this.#compileMember(parseSelector(text), role)),
    );
    return {
      matches: union(parts.map((part) => part.matches)),
      named: union(parts.map((part) => part.named)),
      // A group is the operator's own collection; what it holds today proves nothing of tomorrow.
      isExtensionProof: false,
      isKnown: groups.every((group) => group.selectors.length === 0),
    };
  }

  #compileMember(selector: Selector, role: SelectorRole): CompiledSelector {
    return selector.kind === 'group'
      ? (this.#builtInGroup(selector.name) ?? NOTHING)
      : this.#compileLeaf(selector, role);
  }

  #builtInGroup(name: string): CompiledSelector | undefined {
    switch (name) {
      case 'plugins':
        return extensionTools(this.#index.ofKind('extension'));
      case 'core':
      case 'mcp':
        return { ...NOTHING, matches: this.#index.ofKind(name), isKnown: true };
      default:
        return undefined;
    }
  }

  #compileLeaf(selector: Exclude<Selector, { kind: 'group' }>, role: SelectorRole) {
    switch (selector.kind) {
      case 'blank':
        return NOTHING;
      case 'everything':
        return { ...NOTHING, matches: this.#index.all, isKnown: true };
      case 'prefix':
        return { ...NOTHING, matches: this.#index.withPrefix(selector.name) };
      case 'plugin':
        return this.#extension(selector.name) ?? NOTHING;
      case 'category':
        return { ...NOTHING, matches: this.#index.ofCategory(selector.name) };
      case 'toolset':
        return { ...NOTHING, matches: this.#index.ofToolset(selector.name) };
      case 'mcp':
        return this.#server(selector.name) ?? NOTHING;
      case 'name':
        return this.#compileName(selector.name, role);
      default:
        return selector satisfies never;
    }
  }

  #compileName(name: string, role: SelectorRole): CompiledSelector {
    const tool = this.#tool(name);
    const extension = this.#extension(name);
    if (role === 'servers') return this.#server(name) ?? tool ?? NOTHING;
    if (tool === undefined) return extension ?? this.#reservedTool(name) ?? NOTHING;
    // An extension may well have a tool of its own name; then the text means the extension. No
    // other extension can have the name of a tool as its id: it would have been blocked.
    const isOwn = tool.matches.every((each) => extension?.matches.includes(each));
    return isOwn && extension !== undefined ? extension : tool;
  }

  /** A tool of an extension that is down: it matches nothing, and proves what the list is about. */
  #reservedTool(name: string): CompiledSelector | undefined {
    return this.#index.isReserved(name) ? extensionTools(NONE) : undefined;
  }

  #tool(name: string): CompiledSelector | undefined {
    const tool = this.#index.named(name);
    if (tool === undefined) return undefined;
    const isExtensionProof = this.#index.entryOf(tool).origin.kind === 'extension';
    return { ...NOTHING, matches: [tool], named: [tool], isExtensionProof, isKnown: true };
  }

  #extension(id: string): CompiledSelector | undefined {
    const tools =
      this.#index.ofExtension(id) ?? (this.#config.isExtensionId(id) ? NONE : undefined);
    return tools === undefined ? undefined : extensionTools(tools);
  }

  #server(name: string): CompiledSelector | undefined {
    const tools = this.#index.ofServer(name) ?? (this.#config.isServer(name) ? NONE : undefined);
    return tools === undefined ? undefined : { ...NOTHING, matches: tools, isKnown: true };
  }
}

/** Whether a group contains itself, by whatever way round. */
export function isInCircle(group: NamedSelectors, compiler: SelectorCompiler): boolean {
  return nestedGroups(group.selectors)
    .flatMap((name) => compiler.reachableGroups(name))
    .includes(group);
}

function nestedGroups(selectors: readonly ConfigSelector[]): readonly string[] {
  return selectors.flatMap(({ text }) => {
    const selector = parseSelector(text);
    return selector.kind === 'group' ? selector.name : [];
  });
}

function groupNameOfText(name: string): string {
  return foldName(name.trim());
}

function extensionTools(tools: readonly number[]): CompiledSelector {
  return { ...NOTHING, matches: tools, named: tools, isExtensionProof: true, isKnown: true };
}

function union(lists: readonly (readonly number[])[]): readonly number[] {
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}
