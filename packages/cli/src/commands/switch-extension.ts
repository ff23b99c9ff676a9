import { readFile } from 'node:fs/promises';
import { foldName, MortiseError } from '@mortise/contracts';
import type { DisabledExtension, ExtensionState, Host } from '@mortise/host';
import { changeConfig } from '../config/change-config.ts';
import { findConfig } from '../config/find-config.ts';
import { extensionSwitch } from '../config/keep-switch.ts';
import { switchExtension } from '../config/switch-extension.ts';
import { type AnsweringHost, findAnsweringHost } from '../host-view/open-view.ts';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  textArgument,
  textOption,
} from './cli-command.ts';
import { formatPreview } from './format-preview.ts';
import { previewEdit } from './preview-edit.ts';
import { unknownExtension } from './remove.ts';

/** `mortise disable <id>`: `enabled: false` in the configuration; its names stay its own. */
export const disableCommand: CommandAction = {
  run: (world, input) => runSwitch(world, input, false),
};

/** `mortise enable <id>`: takes that out again. */
export const enableCommand: CommandAction = {
  run: (world, input) => runSwitch(world, input, true),
};

async function runSwitch(
  world: CommandWorld,
  input: CommandInput,
  isEnabled: boolean,
): Promise<CommandResult> {
  const configPath = findConfig(world.cwd, textOption(input, 'config'));
  const running = await findAnsweringHost(configPath, { ...world, config: configPath });
  await using opened = await openHost({ ...world, config: configPath });
  const { host } = opened;
  const named = textArgument(input, 0);
  const target = findExtension(host, named) ?? (await findLoaded(running, named));
  if (target === undefined) throw unknownExtension(named, knownIds(host));
  const asked = { world, host, configPath, target, isEnabled };
  try {
    const isWritten = await writeSwitch(asked);
    const isMoved = await moveRunning(running, target, isEnabled);
    return describe(asked, isWritten || isMoved);
  } catch (error) {
    const isUnwritable = error instanceof CliFault || MortiseError.is(error);
    if (!isUnwritable || running === undefined) throw error;
    if (!(await moveRunning(running, target, isEnabled))) throw error;
    return untilRestart(asked, error.message, running);
  }
}

type Target = Pick<ExtensionState, 'id' | 'origin'>;

interface AskedSwitch {
  readonly world: CommandWorld;
  readonly host: Host;
  readonly configPath: string;
  readonly target: Target;
  readonly isEnabled: boolean;
}

/** By id, or, for one whose id nothing says while it is off, by source. */
function findExtension(host: Host, named: string): Target | undefined {
  const all: readonly Target[] = host.extensions.all();
  return (
    all.find(({ id }) => foldName(id) === foldName(named)) ??
    all.find(({ origin }) => origin === named)
  );
}

/** One that was loaded into the running host and stands in no file. */
async function findLoaded(
  running: AnsweringHost | undefined,
  named: string,
): Promise<Target | undefined> {
  const path = `/api/extensions/${encodeURIComponent(named)}`;
  return running?.ask<ExtensionState>(path).catch(() => undefined);
}

function knownIds(host: Host): readonly string[] {
  return host.extensions.all().map(({ id }) => id);
}

/** Shows what it does to every agent, then writes it; answers whether there was anything to write. */
async function writeSwitch(asked: AskedSwitch): Promise<boolean> {
  const { world, host, configPath, target, isEnabled } = asked;
  const wanted = await extensionSwitch(configPath, target, isEnabled);
  const edit = (text: string) => switchExtension(text, configPath, wanted);
  const before = await readFile(configPath, 'utf8');
  const text = edit(before);
  if (text === before) return false;
  const extension = isEnabled
    ? { extensionId: target.id, tools: await toolsOf(host, target) }
    : { extensionId: target.id };
  const proposed = { text, fileName: configPath, env: world.env, extension };
  world.terminal.err(formatPreview(previewEdit(host, proposed).preview));
  return changeConfig(configPath, edit, { env: world.env });
}

/** What it would register; tried out where no call reaches it. */
async function toolsOf(host: Host, { origin }: Target) {
  const entry = host.config.extensions.find(({ source }) => source === origin);
  const {
    id: _id,
    source: _source,
    enabled: _off,
    path: _path,
    written: _written,
    ...settings
  } = entry ?? { source: origin, enabled: false, path: '' };
  const proposal = await host.extensions.propose({ package: origin, ...settings });
  if (!('status' in proposal)) return proposal.tools;
  const { code, message, hint } = proposal.failure ?? {
    ...{ code: 'registration_failed', message: 'It could not be loaded.', hint: '' },
  };
  throw new CliFault('extension', {
    code,
    message: `${message} It stays off; the file is as it was.`,
    hint,
  });
}

/** A running host may have switched it until it ends; answers whether this changed anything there. */
async function moveRunning(
  running: AnsweringHost | undefined,
  { id }: Target,
  isEnabled: boolean,
): Promise<boolean> {
  if (running === undefined) return false;
  const path = `/api/extensions/${encodeURIComponent(id)}`;
  const before = await running.ask<DisabledExtension>(path).catch(() => undefined);
  const wasOff = before?.failure?.code === 'extension_disabled';
  if (before === undefined || wasOff !== isEnabled) return false;
  await running.ask(`${path}/${isEnabled ? 'enable' : 'disable'}`, { body: {} });
  return true;
}

function describe({ target, isEnabled }: AskedSwitch, isChanged: boolean): CommandResult {
  const { id } = target;
  const word = isEnabled ? 'on' : 'off';
  const back = isEnabled ? '' : `\n  back     mortise enable ${id}`;
  const text = isChanged ? `${id} is ${word}${back}` : `${id} was ${word} already`;
  return succeed({ id, isEnabled, isKept: true, isChanged }, text);
}

function untilRestart(
  { target, configPath, isEnabled }: AskedSwitch,
  reason: string,
  { running }: AnsweringHost,
): CommandResult {
  const { id } = target;
  const data = { id, isEnabled, isKept: false, isChanged: true };
  const who = `the host that runs (pid ${running.pid})`;
  if (isEnabled) return succeed(data, `${id} is on again in ${who}`);
  const text = `${id} is off in ${who} until that ends\n  why      ${reason}\n  to keep  write enabled: false into its entry of extensions in ${configPath}`;
  return succeed({ ...data, warning: { code: 'switch_not_kept', message: reason } }, text);
}
