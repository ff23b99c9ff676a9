import { resolve } from 'node:path';
import {
  addGrantValue,
  CAPABILITY_NAMES,
  type CapabilityGrants,
  type CapabilityName,
  formOfGrantValues,
  isCapabilityName,
  listGrantValues,
  narrowGrants,
  nearestName,
  quoteName,
  removeGrantValue,
} from '@mortise/contracts';
import { changeGrants } from '@mortise/host';
import { changeConfig } from '../config/change-config.ts';
import { editExtensionGrant } from '../config/edit-extension-grant.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import {
  type CommandAction,
  type CommandWorld,
  listArgument,
  textArgument,
} from './cli-command.ts';
import { formatGranted } from './consent-screen.ts';
import {
  findInstalledGrants,
  type GrantFiles,
  type InstalledGrants,
  pinCommand,
  readGrants,
} from './installed-grants.ts';
import { isSameValue } from './same-value.ts';

type Edit = (grants: CapabilityGrants) => CapabilityGrants;

/** `mortise grant <id> <capability> <values…>`: gives an extension something that it asks for. */
export const grantCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const files = await readGrants(world, input);
    const extension = findInstalledGrants(files, textArgument(input, 0));
    const capability = readCapability(textArgument(input, 1));
    const values = listArgument(input, 2).map((value) => readValue(world, capability, value));
    for (const value of values) requireAsked(files, extension, { capability, value });
    return write(world, { files, extension, capability }, (grants) =>
      values.reduce((next, value) => give(files, next, { capability, value }), grants),
    );
  },
};

/** `mortise revoke <id> <capability> [values…]`: takes something back, or all of a capability. */
export const revokeCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const files = await readGrants(world, input);
    const extension = findInstalledGrants(files, textArgument(input, 0));
    const capability = readCapability(textArgument(input, 1));
    const values = listArgument(input, 2).map((value) => readValue(world, capability, value));
    return write(world, { files, extension, capability }, (grants) =>
      values.length === 0
        ? without(grants, capability)
        : values.reduce((next, value) => take(next, { capability, value }), grants),
    );
  },
};

interface Valued {
  readonly capability: CapabilityName;
  readonly value: string;
}

function give(files: GrantFiles, grants: CapabilityGrants, { capability, value }: Valued) {
  const place = { workspace: files.workspace, hosts: [] };
  const grant = addGrantValue(capability, { grant: grants[capability], value, place });
  if (grant === undefined) throw noValue(capability, value);
  return { ...grants, [capability]: grant };
}

function take(grants: CapabilityGrants, { capability, value }: Valued): CapabilityGrants {
  const grant = grants[capability];
  const left = grant && removeGrantValue(capability, grant, value);
  if (grant !== undefined && JSON.stringify(left) !== JSON.stringify(grant)) {
    return left === undefined ? without(grants, capability) : { ...grants, [capability]: left };
  }
  const known = listGrantValues(grants).filter((each) => each.capability === capability);
  throw new CliFault('usage', {
    code: 'not_granted',
    message: `${capability} ${quoteName(value)} is not granted; nothing was changed.`,
    hint: `Granted is: ${known.map((each) => quoteName(each.value)).join(' ') || 'nothing'}.`,
  });
}

function without(grants: CapabilityGrants, capability: CapabilityName): CapabilityGrants {
  return Object.fromEntries(Object.entries(grants).filter(([name]) => name !== capability));
}

/** More than an extension asks for would never be given: to write it down would promise what does not hold. */
function requireAsked(files: GrantFiles, extension: InstalledGrants, valued: Valued): void {
  const { capability, value } = valued;
  const alone = give(files, {}, valued);
  const left = narrowGrants(alone, extension.entry.requested, 'manifest');
  // A part of it is no answer: `*` would be all that a later version asks for.
  const has = listGrantValues(left);
  const given = listGrantValues(alone);
  if (given.length > 0 && given.every((each) => has.some(isSameValue(each)))) return;
  const asked = listGrantValues(extension.asked).filter((each) => each.capability === capability);
  throw new CliFault('usage', {
    code: 'not_asked_for',
    message: `${extension.id} does not ask for ${capability} ${quoteName(value)}: it would have no effect, and nothing was changed.`,
    hint: `It asks for: ${asked.map((each) => quoteName(each.value)).join(' ') || `no ${capability}`}.`,
  });
}

interface Place {
  readonly files: GrantFiles;
  readonly extension: InstalledGrants;
  readonly capability: CapabilityName;
}

/** Written where the capability stands: a grant of the configuration counts in place of the lock file's. */
async function write(world: CommandWorld, place: Place, edit: Edit): Promise<CommandResult> {
  const { files, extension, capability } = place;
  const { id, named, entry } = extension;
  const isInConfig = extension.standsIn(capability) === 'configuration' && named !== undefined;
  let after: CapabilityGrants = {};
  if (isInConfig) {
    after = edit(named.grants ?? {});
    const change = (text: string) =>
      editExtensionGrant(text, files.config, {
        ...{ source: named.source, capability, grant: after[capability] },
      });
    await changeConfig(files.config, change, { env: world.env });
  } else {
    if (!extension.isPinned) throw notPinned(extension);
    after = (await changeGrants(files.lockFile, id, ({ granted }) => edit(granted)))?.granted ?? {};
  }
  const path = isInConfig ? files.config : files.lockFile;
  const merged = isInConfig ? { ...entry.granted, ...after } : { ...after, ...named?.grants };
  const granted = narrowGrants(merged, entry.requested, 'manifest');
  const text = `${id}\n${formatGranted(granted)}\n  written  ${path}\n  agents   their tools stay the same`;
  return succeed({ id, path, granted }, text);
}

function notPinned(extension: InstalledGrants): CliFault {
  return new CliFault('usage', {
    code: 'not_pinned',
    message: `${extension.id} is not in mortise.lock, where grants are kept; nothing was changed.`,
    hint: `Pin it first: ${pinCommand(extension)}`,
  });
}

function readCapability(text: string): CapabilityName {
  if (isCapabilityName(text)) return text;
  const nearest = nearestName(text, CAPABILITY_NAMES);
  throw new CliFault('usage', {
    code: 'unknown_capability',
    message: `There is no capability "${text}".`,
    hint:
      nearest === undefined
        ? `There are: ${CAPABILITY_NAMES.join(', ')}.`
        : `Did you mean ${nearest}?`,
  });
}

/** Folders are taken from where the user stands. */
function readValue({ cwd }: CommandWorld, capability: CapabilityName, value: string): string {
  const [, way, folder = ''] = /^(read|write):(.+)$/s.exec(value) ?? [];
  if (capability !== 'fs_reach' || way === undefined || folder === '*') return value;
  return `${way}:${resolve(cwd, folder)}`;
}

function noValue(capability: CapabilityName, value: string): CliFault {
  return new CliFault('usage', {
    code: 'grant_invalid',
    message: `${quoteName(value)} is nothing that ${capability} can grant; nothing was changed.`,
    hint: `Give it ${formOfGrantValues(capability)}.`,
  });
}
