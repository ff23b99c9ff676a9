import type { SurfaceRequest } from '@mortise/contracts';
import type { CaseForm } from '../case-form.ts';
import { compareAsSets, compareAsSubset, refuseUnread } from '../compare.ts';
import { CaseData, isRecord } from '../conformance-case.ts';
import { activeNames, CaseHost, type CaseTool } from './case-host.ts';

/** The world that access cases take for granted. */
const CORE_TOOLS: readonly CaseTool[] = [
  ...['read', 'write', 'edit', 'apply_patch', 'process', 'web_search', 'web_fetch'],
  ...['message', 'session_status', 'sessions_list', 'browser'],
]
  .map((name): CaseTool => ({ name }))
  .concat({ name: 'exec', aliases: ['bash'] });

const GROUPS = {
  fs: ['read', 'write', 'edit', 'apply_patch'],
  runtime: ['exec', 'process'],
  web: ['web_search', 'web_fetch'],
};

const PROFILES = {
  minimal: ['session_status'],
  coding: ['group:fs', 'group:runtime', 'group:web', 'session_status', 'sessions_list'],
  messaging: ['message', 'session_status', 'sessions_list'],
  full: ['*'],
};

const EXTENSIONS: readonly unknown[] = [
  { id: 'workflow', tools: [{ name: 'workflow_tool', optional: true }, { name: 'workflow_list' }] },
  { id: 'notes', tools: [{ name: 'notes_read' }, { name: 'notes_write', optional: true }] },
];

const AGENT = 'main';

/** `config` and `request` at the top of the case; agent `main` is asked for. */
export const accessForm: CaseForm = {
  name: 'access lists',
  accepts: ({ rest }) => isRecord(rest.get('config')) && isRecord(rest.get('request')),
  run: ({ rest, expect }) => {
    const wanted = new CaseData(expect);
    const request = rest.data('request');
    const extensions = request.has('plugins') ? request.list('plugins') : EXTENSIONS;
    const host = new CaseHost({ tools: [...CORE_TOOLS, ...extensions.flatMap(readExtension)] });
    const config = { profiles: PROFILES, groups: GROUPS, ...Object(rest.get('config')) };
    const errors = host.configure(config).map(({ code, message }) => `${code}: ${message}`);
    if (wanted.has('error')) {
      const isRejected = errors.length > 0;
      return isRejected
        ? []
        : [{ what: 'error', expected: wanted.get('error'), actual: 'accepted' }];
    }
    if (errors.length > 0) return [{ what: 'config', expected: 'accepted', actual: errors }];
    const surface = host.resolve(readRequest(request));
    const codes = [...surface.diagnostics, ...host.registration].map((each) => each.code);
    return [
      ...refuseUnread(expect, ['active', 'diagnostics']),
      ...(wanted.has('active')
        ? compareAsSets('active', wanted.get('active'), activeNames(surface))
        : []),
      ...compareAsSubset('diagnostics', wanted.get('diagnostics') ?? [], codes),
    ];
  },
};

function readExtension(raw: unknown): readonly CaseTool[] {
  const extension = new CaseData(raw);
  const id = extension.text('id') ?? '';
  return extension.list('tools').map((each) => {
    const tool = new CaseData(each);
    return {
      name: tool.text('name') ?? '',
      optional: tool.get('optional') === true,
      origin: { kind: 'extension', id },
    };
  });
}

function readRequest(request: CaseData): SurfaceRequest {
  const provider = request.text('provider');
  const model = request.text('model');
  return {
    agentId: AGENT,
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    sandboxed: request.get('sandboxed') === true,
    loadedToolkits: [],
    hasSession: true,
  };
}
