import { type ParseEntry, parse } from 'shell-quote';
import { findShellSyntax } from './find-shell-syntax.ts';

export type ParsedCommand =
  | { readonly status: 'ok'; readonly binary: string; readonly args: readonly string[] }
  | { readonly status: 'refused'; readonly message: string };

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/**
 * Splits a command into words. Whatever a shell would do beyond that (expand, connect, redirect) is
 * refused by name: running it as plain words would do something else than was meant.
 */
export function parseCommand(command: string): ParsedCommand {
  const trimmed = command.trim();
  const syntax = findShellSyntax(trimmed);
  if (syntax !== undefined) return refuse(`The command has ${syntax}.`);
  const words: string[] = [];
  for (const entry of parse(trimmed, (name) => ({ op: `$${name}` }))) {
    if (typeof entry !== 'string') return refuse(explain(entry));
    words.push(entry);
  }
  const [binary, ...args] = words;
  if (binary === undefined || binary === '') return refuse('The command is empty.');
  if (ASSIGNMENT.test(binary)) {
    return refuse(`"${binary}" sets a variable; the environment is the operator's to set.`);
  }
  return { status: 'ok', binary, args };
}

function explain(entry: Exclude<ParseEntry, string>): string {
  if ('comment' in entry) return 'The command has a comment.';
  if ('pattern' in entry) {
    return `"${entry.pattern}" is a glob, and there is no shell to expand it. Name the files, or put it in single quotes to pass it as it is.`;
  }
  const op: string = entry.op;
  if (op.startsWith('$')) {
    return `"${op}" would be expanded by a shell. Write the value itself, or put it in single quotes to pass it as it is.`;
  }
  return `"${op}" is for a shell. Run one program per call; use cwd instead of cd.`;
}

function refuse(reason: string): ParsedCommand {
  return {
    status: 'refused',
    message: `Nothing was run. ${reason} There is no shell here; quote arguments that hold special characters.`,
  };
}
