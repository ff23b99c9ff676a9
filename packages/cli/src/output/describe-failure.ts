import { MortiseError } from '@mortise/contracts/plain';
import { CliFault } from './cli-fault.ts';
import type { CommandResult } from './command-result.ts';
import type { ExitKind } from './exit-codes.ts';

/** Turns whatever a command threw into a result: a code, what happened, what to do next. */
export function describeFailure(error: unknown): CommandResult {
  if (error instanceof CliFault) {
    const { exit, code, message, hint } = error;
    return { exit, data: { error: { code, message, hint } }, text: withHint(message, hint) };
  }
  if (MortiseError.is(error)) {
    const { code, message, hint } = error;
    const exit = EXITS.get(code) ?? 'usage';
    return {
      exit,
      data: { error: { code, message, hint } },
      text: withHint(`${code}  ${message}`, hint),
    };
  }
  if (isSystemError(error)) return describeRefusal(error);
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const hint = 'This is a bug of Mortise. Please report it with the lines above.';
  return {
    exit: 'internal',
    data: { error: { code: 'internal', message, hint } },
    text: `${message}\n  hint: ${hint}`,
  };
}

/** Findings bring a hint each: one more below them would say the same once again. */
function withHint(message: string, hint: string): string {
  return /\n\s+hint: /.test(message) ? message : `${message}\n  hint: ${hint}`;
}

const EXITS: ReadonlyMap<string, ExitKind> = new Map([
  ['config_rejected', 'config'],
  ['lock_invalid', 'config'],
  ['fleet_credentials_invalid', 'config'],
  ['fleet_credentials_refused', 'config'],
  ['fleet_permission_refused', 'config'],
  ['state_dir_read_only', 'unwell'],
  ['state_dir_no_folder', 'unwell'],
  ['state_dir_foreign', 'unwell'],
  ['state_in_use', 'unwell'],
  ['state_move_unequal', 'unwell'],
  ['state_unreadable', 'unwell'],
  ['state_file_newer', 'unwell'],
]);

interface SystemError extends Error {
  readonly code: string;
}

/** What the machine said no to: a folder without rights, a full disk, a port that is taken. */
function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function describeRefusal({ code, message }: SystemError): CommandResult {
  const hint = Object.hasOwn(HINTS, code) ? HINTS[code] : undefined;
  const next = hint ?? 'Check the path, its permissions and the room on the disk.';
  return {
    exit: 'unwell',
    data: { error: { code, message, hint: next } },
    text: `${message}\n  hint: ${next}`,
  };
}

const HINTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program has this port; choose one with --port, or 0 for any.',
  EADDRNOTAVAIL: 'This machine has no such address; see --hostname.',
  EACCES: 'You may not do that there: choose another folder, or change its owner or its mode.',
  EPERM: 'You may not do that there: choose another folder, or change its owner or its mode.',
  EROFS: 'The file system is read-only there: choose another folder.',
  ENOSPC: 'The disk is full: make room, then type the command again.',
  EISDIR: 'There is a folder where a file is meant: check the path.',
  ENOTDIR: 'There is a file where a folder is meant: check the path.',
};
