#!/usr/bin/env node
/**
 * The command of this package. JavaScript, so that Node need not load its TypeScript parser for this
 * one file: everything else comes out of the compile cache, once it is on.
 */
import { lstatSync, mkdirSync } from 'node:fs';
// The whole of it: an import of a name that an old Node lacks ends before any line here runs.
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The oldest Node that runs TypeScript and has everything else that the packages use. */
const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) refuseNode();
else {
  const { boundMemory } = await import('./bound-memory.js');
  boundMemory();
  keepCompiledCode();
  const { locateMain } = await import('./locate-main.js');
  const { main } = await import(locateMain());
  await main();
}

/** One line and the exit code of `usage`: the command was started with the wrong program. */
function refuseNode() {
  const { execPath, version } = process;
  process.stderr.write(
    `mortise needs Node ${OLDEST_NODE} or newer and was started with ${version} (${execPath}); install Node ${OLDEST_NODE} or put it first in PATH, then type the command again\n`,
  );
  process.exitCode = 2;
}

/**
 * Keeps what Node compiles in the user's cache. The folder holds code that later starts run, so it
 * is one that only this user can write, and below a name that the file broker opens for no
 * extension. Without such a folder nothing is kept. Never throws.
 */
function keepCompiledCode() {
  // Node has done it already, or was told not to.
  const { NODE_COMPILE_CACHE: given, NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
  if (given || isOff) return;
  try {
    const folder = join(userCache(), '.mortise', 'compiled');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOursAlone(folder)) nodeModule.enableCompileCache(folder);
  } catch {
    // No home, no right to write there, no room: slower, and nothing else.
  }
}

function userCache() {
  const named = process.env['XDG_CACHE_HOME'] ?? '';
  return isAbsolute(named) ? named : join(homedir(), '.cache');
}

/** @param {string} folder */
function isOursAlone(folder) {
  // Windows has neither owners nor modes; there the folder of a user is the user's.
  if (process.getuid === undefined) return true;
  const { uid, mode } = lstatSync(folder);
  return uid === process.getuid() && (mode & 0o022) === 0;
}
