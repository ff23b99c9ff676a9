import type { Diagnostic, ExtensionPlace, ToolOrigin } from '@mortise/contracts';
import type { CaseForm } from '../case-form.ts';
import { compareAsSets, compareAsSubset, compareExactly, refuseUnread } from '../compare.ts';
import { CaseData, isRecord } from '../conformance-case.ts';
import { activeNames, CaseHost, type CaseTool, isSurvivable } from './case-host.ts';

const AGENT = 'a';

/** `in.tools` are registered, `in.config` is in force, agent `a` is asked for. */
export const unifiedForm: CaseForm = {
  name: 'unified',
  accepts: ({ given }) => given.list('tools').some(isRecord),
  run: ({ given, expect }) => {
    const wanted = new CaseData(expect);
    const host = new CaseHost({ tools: readTools(given), absent: readAbsent(given) });
    const errors = host.configure(given.get('config') ?? {});
    if (wanted.has('error')) {
      return errors.length > 0
        ? []
        : [{ what: 'error', expected: wanted.get('error'), actual: 'accepted' }];
    }
    const fatal = errors.filter((each) => !isSurvivable(each));
    if (fatal.length > 0) return [{ what: 'config', expected: 'accepted', actual: fatal }];
    const surface = host.resolve({
      agentId: AGENT,
      loadedToolkits: given.texts('loaded'),
      hasSession: true,
      sandboxed: given.get('sandboxed') === true,
      ...(given.has('surfaceExclude') ? { exclude: given.texts('surfaceExclude') } : {}),
      ...(given.has('parent') ? { parentPermitted: given.texts('parent') } : {}),
      ...textsOf(given, ['provider', 'model']),
    });
    const states = wanted.data('states');
    const actual = Object.fromEntries(states.keys().map((name) => [name, surface.stateOf(name)]));
    const diagnostics = [...surface.diagnostics, ...host.registration].flatMap(spellDiagnostic);
    return [
      ...refuseUnread(expect, ['active', 'states', 'diag']),
      ...(wanted.has('active')
        ? compareAsSets('active', wanted.get('active'), activeNames(surface))
        : []),
      ...compareExactly('states', wanted.get('states') ?? {}, actual),
      ...compareAsSubset('diag', wanted.get('diag') ?? [], diagnostics),
    ];
  },
};

function readTools(given: CaseData): readonly CaseTool[] {
  const all = given.list('tools').map((raw) => new CaseData(raw));
  return all.map((tool) => ({
    name: tool.text('name') ?? '',
    origin: readOrigin(tool),
    optional: tool.get('optional') === true,
    alwaysInclude: tool.get('alwaysInclude') === true,
    sharedOnly: tool.get('sharedOnly') === true || tool.get('shared_only') === true,
    ...(tool.get('available') === false ? { isAvailable: () => false } : {}),
    ...textsOf(tool, ['category', 'toolset']),
    ...(tool.has('aliases') ? { aliases: tool.texts('aliases') } : {}),
  }));
}

/** Extensions that are not loaded, before or after the others by `order`, with what is pinned for them. */
function readAbsent(given: CaseData): readonly ExtensionPlace[] {
  return given.list('absent').map((raw, at) => {
    const extension = new CaseData(raw);
    const order = extension.get('first') === true ? -1 : 1_000 + at;
    return { id: extension.text('id') ?? '', order, toolNames: extension.texts('tools') };
  });
}

function readOrigin(tool: CaseData): ToolOrigin {
  const id = tool.text('plugin');
  if (tool.get('source') === 'mcp') return { kind: 'mcp', server: tool.text('server') ?? '' };
  return id === undefined ? { kind: 'core' } : { kind: 'extension', id };
}

function textsOf(data: CaseData, keys: readonly string[]): Record<string, string> {
  const present = keys.flatMap((key) => {
    const text = data.text(key);
    return text === undefined ? [] : [[key, text] as const];
  });
  return Object.fromEntries(present);
}

/** `code:subject`, in the words of the cases: a plugin is our extension, an unmatched entry is unknown. */
function spellDiagnostic({ code, subject, path = '', layer = '' }: Diagnostic): readonly string[] {
  const ours = `${code}:${subject}`;
  const theirs = code.replace(/^extension_/, 'plugin_');
  const extension = /^extension (?<id>.+)$/.exec(layer)?.groups?.['id'];
  const list = /^(?<scope>.*?)(?:\.(?:policy|tools))?\.(?<list>allow|alsoAllow|deny)\[\d+\]$/.exec(
    path,
  );
  const unmatched =
    code === 'unmatched_selector' && list?.groups !== undefined
      ? [`unknown_${list.groups['list']}_entry:${subject}@${list.groups['scope']}`]
      : [];
  return [
    ours,
    `${theirs}:${subject}`,
    ...(extension === undefined ? [] : [`${theirs}:${subject}@${extension}`]),
    ...unmatched,
  ];
}
