import { AUDIT_DECISIONS, AUDIT_KINDS, didYouMean } from '@mortise/contracts';
import {
  AuditFile,
  type AuditQuery,
  type AuditVerdict,
  type ChainRecord,
  searchAudit,
  verifyAudit,
} from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  textArgument,
  textOption,
} from './cli-command.ts';
import { readTime } from './read-time.ts';

type AuditAction = (
  log: string,
  input: CommandInput,
  world: CommandWorld,
) => Promise<CommandResult>;

const ACTIONS: { readonly [name: string]: AuditAction } = {
  verify,
  search,
  key: async (log) => showKey(log, (writer) => writer.key()),
  'rotate-key': async (log) => showKey(log, (writer) => writer.replaceKey()),
};

/** `mortise audit <action>`: reads the log of this state folder; a host may run or not. */
export const auditCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const name = textArgument(input, 0);
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) {
      const known = Object.keys(ACTIONS);
      throw usage(`There is no \`mortise audit ${name}\`${didYouMean(name, known) || '.'}`, known);
    }
    return action(await auditLogOf(world, input), input, world);
  },
};

/** The log of the configuration that a command is about. */
export async function auditLogOf(world: CommandWorld, input: CommandInput): Promise<string> {
  const config = findConfig(world.cwd, textOption(input, 'config'));
  return (await findStateFolder(config, world)).audit;
}

async function verify(log: string, input: CommandInput, { signal }: CommandWorld) {
  const head = textOption(input, 'head');
  const publicKey = textOption(input, 'key');
  const verdict = await verifyAudit(log, {
    signal,
    ...(head === undefined ? {} : { knownLink: readLink(head) }),
    ...(publicKey === undefined ? {} : { publicKey }),
  });
  const exit = verdict.isIntact ? 'ok' : 'unwell';
  return { exit, data: verdict, text: formatVerdict(verdict) } as const;
}

function formatVerdict({
  broken,
  notes,
  records,
  files,
  signatures,
  last,
  key,
}: AuditVerdict): string {
  const place = (at: { file?: string; line?: number }) =>
    at.file === undefined ? '' : `${at.file}${at.line === undefined ? '' : `:${at.line}`}: `;
  const seq = broken?.seq === undefined ? '' : ` (record ${broken.seq})`;
  const counted = `${records} records in ${files} files, ${signatures} signatures`;
  return [
    broken === undefined
      ? `intact: ${counted}`
      : `BROKEN: ${place(broken)}${broken.message}${seq} [${broken.code}]`,
    ...(broken === undefined ? [] : [`  read until there: ${counted}`]),
    ...notes.map((note) => `  note: ${place(note)}${note.message}`),
    ...(last === undefined ? [] : [`  last record: ${last.seq}:${last.hash}`]),
    ...(key === undefined ? [] : [`  signed with: ${key.keyId} ${key.publicKey}`]),
  ].join('\n');
}

async function search(log: string, input: CommandInput): Promise<CommandResult> {
  const page = await searchAudit(log, readQuery(input));
  const rows = page.records.map((record) => rowOf(record));
  const more = page.next === undefined ? [] : [`more: --before ${page.next}`];
  const text = rows.length === 0 ? 'no record matches' : [formatTable(rows), ...more].join('\n');
  return succeed(page, text);
}

function rowOf(record: ChainRecord): readonly string[] {
  const { seq, at, kind, decision, action, target, agentId, principalId, userId, callId } = record;
  const who = [principalId, agentId, userId].filter((each) => each !== undefined).join(' ');
  const time = new Date(at).toISOString();
  return [String(seq), time, kind, decision, action, target.slice(0, 60), who, callId ?? ''];
}

function readQuery(input: CommandInput): AuditQuery {
  const text = (option: string, name: string) => {
    const value = textOption(input, option);
    return value === undefined ? {} : { [name]: value };
  };
  const count = (option: string) => {
    const value = textOption(input, option);
    if (value === undefined) return {};
    if (!/^[1-9]\d{0,14}$/.test(value)) throw usage(`"${value}" is no number for --${option}.`, []);
    return { [option]: Number(value) };
  };
  const since = textOption(input, 'since');
  return {
    ...{ ...text('call', 'callId'), ...text('agent', 'agentId'), ...text('user', 'userId') },
    ...{ ...text('principal', 'principalId'), ...text('tool', 'toolName') },
    ...{ ...text('extension', 'extensionId'), ...text('capability', 'action') },
    ...choice(input, 'kind', Object.keys(AUDIT_KINDS)),
    ...choice(input, 'decision', AUDIT_DECISIONS),
    ...(since === undefined ? {} : { since: readTime(since, Date.now()) }),
    ...{ ...count('limit'), ...count('before') },
  };
}

function choice(input: CommandInput, option: string, known: readonly string[]) {
  const value = textOption(input, option);
  if (value === undefined) return {};
  if (known.includes(value)) return { [option]: value };
  throw usage(`--${option} has no "${value}"${didYouMean(value, known) || '.'}`, known);
}

function showKey(
  log: string,
  take: (writer: Parameters<Parameters<AuditFile['withWriter']>[0]>[0]) => {
    readonly keyId: string;
    readonly publicKey: string;
  },
): CommandResult {
  using audit = new AuditFile(log);
  const { keyId, publicKey } = audit.withWriter(take);
  return succeed({ keyId, publicKey }, `${keyId} ${publicKey}`);
}

function readLink(text: string) {
  const [, seq = '', hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash === '') throw usage(`"${text.slice(0, 80)}" is no <seq>:<hash>.`, []);
  return { seq: Number(seq), hash };
}

function usage(message: string, known: readonly string[]): CliFault {
  const hint = known.length === 0 ? 'See `mortise audit --help`.' : `One of: ${known.join(', ')}.`;
  return new CliFault('usage', { code: 'audit_usage', message, hint });
}
