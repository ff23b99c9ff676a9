import { describe, expect, it } from 'vitest';
import type { PolicyCase } from '../testing/policy-case.ts';
import { resolveCase } from '../testing/resolve-case.ts';

const TOOLS: PolicyCase['tools'] = [
  { name: 'exec', aliases: ['bash'] },
  'read',
  { name: 'skill', alwaysInclude: true },
  { name: 'wf', plugin: 'w', optional: true },
  { name: 'wf_admin', plugin: 'w', optional: true },
  { name: 'docker_ps', plugin: 'docker' },
  { name: 'docker_rm', plugin: 'docker' },
];

interface Row {
  readonly ruling: string;
  readonly given: Omit<PolicyCase, 'tools'>;
  readonly tool: string;
  /** `verdict phase layer: rule (path)` of a step that must be there. */
  readonly says: string;
}

const ROWS: readonly Row[] = [
  {
    ruling: 'alsoAllow adds to the empty allow list of its layer (L-5)',
    given: { policy: { allow: [], alsoAllow: ['read'] } },
    tool: 'read',
    says: 'pass allow tools: alsoAllow "read" (tools.alsoAllow[0])',
  },
  {
    ruling: 'alsoAllow widens the profile (L-5)',
    given: { policy: { profile: 'minimal' }, agent: { policy: { alsoAllow: ['read'] } } },
    tool: 'read',
    says: 'pass allow profile: alsoAllow, which widens profile minimal: "read" (agents.a.tools.alsoAllow[0])',
  },
  {
    ruling: 'a list that names only extensions is an opt-in and widens the profile (F-5)',
    given: { policy: { profile: 'minimal' }, agent: { policy: { allow: ['wf'] } } },
    tool: 'wf',
    says: 'pass allow profile: allow, which widens profile minimal: "wf" (agents.a.tools.allow[0])',
  },
  {
    ruling: 'it stays one while the extension is down (L-12)',
    given: {
      known: new Map([['weather', ['forecast']]]),
      agent: { policy: { allow: ['forecast', 'weather'] } },
    },
    tool: 'read',
    says: 'info allow agent: allow list (opt-in): it names only extensions, so it adds and closes nothing (agents.a.tools.allow)',
  },
  {
    ruling: 'a static list that names an extension exposes all its tools (L-7)',
    given: { agent: { tools: ['w'] } },
    tool: 'wf_admin',
    says: 'expose exposure agents.a.tools[0].w: exposes it (agents.a.tools[0].w)',
  },
  {
    ruling: 'and opts them in (L-7)',
    given: { defaults: ['plugin:w'] },
    tool: 'wf_admin',
    says: 'pass optional opt-in: named by defaults.tools "plugin:w", as all optional tools of w are (defaults.tools[0].plugin:w)',
  },
  {
    ruling: 'so does a toolkit that names one (L-7)',
    given: { toolkits: new Map([['kit', ['w']]]), agent: { toolkits: ['kit'] } },
    tool: 'wf',
    says: 'pass optional opt-in: named by toolkit kit "w", as all optional tools of w are (toolkits.kit.tools[0].w)',
  },
  {
    ruling: 'the group of all extensions opts in whatever is optional in them (P-3)',
    given: { policy: { alsoAllow: ['group:plugins'] } },
    tool: 'wf_admin',
    says: 'pass optional opt-in: named by tools.alsoAllow "group:plugins", as all optional tools of extensions are (tools.alsoAllow[0])',
  },
  {
    ruling: 'a group opts in what it names (L-8)',
    given: { groups: new Map([['mine', ['wf']]]), policy: { alsoAllow: ['group:mine'] } },
    tool: 'wf',
    says: 'pass optional opt-in: named by tools.alsoAllow "group:mine" (tools.alsoAllow[0])',
  },
  {
    ruling: 'and nothing that a pattern in it catches (L-8)',
    given: { groups: new Map([['mine', ['wf*']]]), policy: { alsoAllow: ['group:mine'] } },
    tool: 'wf',
    says: 'block optional opt-in: registered optional, and no list names it (agents.a.tools.alsoAllow)',
  },
  {
    ruling: 'a request excludes by alias (L-9)',
    given: { request: { exclude: ['BASH'] } },
    tool: 'exec',
    says: 'block deny request: excluded from this request by "BASH"',
  },
  {
    ruling: 'and by id (L-9)',
    given: { request: { exclude: ['docker'] } },
    tool: 'docker_rm',
    says: 'block deny request: excluded from this request by "docker"',
  },
  {
    ruling: 'what is unavailable may be named by alias (L-9)',
    given: { request: { unavailable: ['bash'] } },
    tool: 'exec',
    says: 'block availability host: not available now',
  },
  {
    ruling: 'and by id (L-9)',
    given: { request: { unavailable: ['Docker'] } },
    tool: 'docker_ps',
    says: 'block availability host: not available now',
  },
  {
    ruling: 'an allowed toolkit hides the implicit toolkit of an extension of its name (L-10)',
    given: {
      loadouts: [{ name: 'ops', discoverablePatterns: ['docker'] }],
      toolkits: new Map([['Docker', ['docker_ps']]]),
      agent: { loadout: 'ops', toolkits: ['Docker'] },
    },
    tool: 'docker_rm',
    says: 'block exposure toolkit Docker: hides the plugin of the same name, and does not bring the tool (toolkits.Docker)',
  },
  {
    ruling: 'alwaysInclude exposes a core tool (L-11)',
    given: { agent: { tools: ['read'] } },
    tool: 'skill',
    says: 'expose exposure alwaysInclude: exposes it',
  },
];

describe('the trace shows every ruling on lists', () => {
  it.each(ROWS)('$ruling', ({ given, tool, says }) => {
    const { steps } = resolveCase({ tools: TOOLS, ...given }).explain(tool);
    const told = steps.map(({ verdict, phase, layer, rule, path }) => {
      const place = path === undefined ? '' : ` (${path})`;
      return `${verdict} ${phase} ${layer}: ${rule}${place}`;
    });
    expect(told).toContain(says);
  });
});
