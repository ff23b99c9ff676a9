import { extname, join } from 'node:path';
import type { Diagnostic } from '@mortise/contracts';
import type { OutputChunk } from 'rolldown';
import type { PackageView } from '../files/package-view.ts';
import { loaderDiagnostic } from '../loader-diagnostic.ts';
import { capabilityOf, type Need } from './builtins.ts';
import type { BundleNeed, BundleRequest } from './bundle-request.ts';
import { type FacadeUse, type Findings, LANGUAGES, namesTaken } from './guest-bundle-plugin.ts';
import { isInPluginSdk, isPolyfilled, nodeMembers } from './module-facade.ts';
import { placeOfUse } from './place-of-use.ts';
import type { ModuleFacts } from './scan-module.ts';
import { showPath } from './show-path.ts';

interface Collected {
  readonly needs: readonly BundleNeed[];
  readonly found: readonly Diagnostic[];
}

/** What of the findings is true for the modules that really are in the bundle. */
export function collectNeeds(
  chunk: OutputChunk,
  request: BundleRequest,
  { findings, view }: { readonly findings: Findings; readonly view: PackageView },
): Collected {
  const rendered = new Set(
    Object.entries(chunk.modules).flatMap(([id, module]) =>
      module.renderedLength > 0 && !findings.ours.has(id) ? [id] : [],
    ),
  );
  const table = new NeedTable(request.root);
  const found: Diagnostic[] = [];
  for (const use of findings.modules.values()) {
    if (rendered.has(use.importer)) addFacade(use, { table, findings });
  }
  for (const [id, facts] of findings.facts) {
    if (rendered.has(id)) found.push(...readFacts(id, facts, { table, request }));
  }
  found.push(...pluginSdkUse(findings, rendered, request));
  const needs = table.list();
  const once = [...new Map(found.map((each) => [`${each.code} ${each.message}`, each])).values()];
  return { needs, found: [...once, ...needs.map((need) => needDiagnostic(need, request, view))] };
}

function addFacade(
  use: FacadeUse,
  parts: { readonly table: NeedTable; readonly findings: Findings },
): void {
  if (use.kind !== 'builtin') return;
  const members = nodeMembers(use.name);
  for (const member of namesTaken(use, parts.findings)) {
    // Names are matched without scopes; a variable of the same name must not look like the module.
    if (!members.includes(member)) continue;
    const isThere = isPolyfilled(use.name, member);
    const need: Need = isThere ? capabilityOf(use.name, member) : 'none';
    if (isThere && need === 'none') continue;
    parts.table.add({ capability: need, module: use.name, member }, use.importer);
  }
}

function readFacts(
  id: string,
  facts: ModuleFacts,
  parts: { readonly table: NeedTable; readonly request: BundleRequest },
): readonly Diagnostic[] {
  const { table, request } = parts;
  if (facts.usesFetch) table.add({ capability: 'network', module: 'global', member: 'fetch' }, id);
  if (facts.usesWebAssembly)
    table.add({ capability: 'none', module: 'global', member: 'WebAssembly' }, id);
  for (const member of facts.processMembers) {
    if (member.startsWith('env') || !isPolyfilled('process', member)) {
      table.add({ capability: 'none', module: 'process', member }, id);
    }
  }
  const file = showPath(id, request.root);
  const found = facts.computed.map(() =>
    loaderDiagnostic('import_dynamic', {
      message: `${file} imports a module whose name is computed`,
      ...{ subject: file, file, severity: 'warning' },
    }),
  );
  if (request.shape !== 'openclaw') return found;
  const registrars = [...facts.registrars].filter((name) => name !== 'registerTool');
  return [...found, ...registrars.sort().map((name) => notSupported(name, file))];
}

function pluginSdkUse(
  findings: Findings,
  rendered: ReadonlySet<string>,
  request: BundleRequest,
): readonly Diagnostic[] {
  return [...findings.modules.values()].flatMap((use) => {
    if (use.kind !== 'plugin-sdk' || !rendered.has(use.importer)) return [];
    const file = showPath(use.importer, request.root);
    return [...namesTaken(use, findings)]
      .filter((name) => name !== '*' && name !== 'default' && !isInPluginSdk(name))
      .sort()
      .map((name) => notSupported(`${use.name}.${name}`, file));
  });
}

function notSupported(what: string, file: string): Diagnostic {
  return loaderDiagnostic('api_unsupported', {
    message: `not supported: ${what}`,
    ...{ subject: what, file, severity: 'warning' },
  });
}

function needDiagnostic(need: BundleNeed, request: BundleRequest, view: PackageView): Diagnostic {
  const what = need.module === 'global' ? need.member : `${need.module}.${need.member}`;
  const isVariable = need.module === 'process' && need.member.startsWith('env');
  return loaderDiagnostic('capability_needed', {
    message: isVariable
      ? `${what} is never set in a sandbox`
      : need.capability === 'none'
        ? `not available in a sandbox: ${what}`
        : `needs capability ${need.capability}: ${what}`,
    subject: request.id,
    // What a capability backs works once that is granted; what none backs never does.
    severity: isVariable || need.capability !== 'none' ? 'info' : 'warning',
    ...hintFor(need, isVariable),
    ...placeOfNeed(need, request, view),
  });
}

/** Where an author can do something about it: of dependencies only the file. */
function placeOfNeed(
  need: BundleNeed,
  { root }: BundleRequest,
  view: PackageView,
): { readonly file?: string; readonly line?: number; readonly column?: number } {
  const own = need.files.find((file) => !/^(?:node_modules|dependency)\//.test(file));
  const file = own ?? need.files[0];
  if (file === undefined) return {};
  const lang = LANGUAGES.get(extname(file));
  const code = own === undefined ? undefined : view.readText(join(root, own));
  if (code === undefined || lang === undefined) return { file };
  return { file, ...placeOfUse(code, lang, need) };
}

/** What a capability backs has the hint of the code. */
function hintFor(need: BundleNeed, isVariable: boolean): { hint?: string } {
  if (need.member === 'WebAssembly') return { hint: WITHOUT_WEB_ASSEMBLY };
  if (isVariable) return { hint: WITHOUT_VARIABLES };
  return need.capability === 'none' ? { hint: WITHOUT_CAPABILITY } : {};
}

const WITHOUT_VARIABLES =
  'Take a secret from `ctx.secrets` and a setting from `api.config`: the manifest asks for the one under "capabilities" and describes the other in "configSchema".';
const WITHOUT_CAPABILITY =
  'No grant brings it: go another way, or take a package that does. Code that never comes to it works.';
const WITHOUT_WEB_ASSEMBLY =
  'Take a package in JavaScript alone, or a program under the process grant; docs/authors.md names some. Code that asks first whether it is there may go another way by itself.';

class NeedTable {
  readonly #root: string;
  readonly #rows = new Map<
    string,
    { readonly need: Omit<BundleNeed, 'files'>; files: Set<string> }
  >();

  constructor(root: string) {
    this.#root = root;
  }

  add(need: Omit<BundleNeed, 'files'>, importer: string): void {
    const key = `${need.module}.${need.member}`;
    const row = this.#rows.get(key) ?? { need, files: new Set<string>() };
    row.files.add(showPath(importer, this.#root));
    this.#rows.set(key, row);
  }

  list(): readonly BundleNeed[] {
    return [...this.#rows]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([, { need, files }]) => ({ ...need, files: [...files].sort() }));
  }
}
