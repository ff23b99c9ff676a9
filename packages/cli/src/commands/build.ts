import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildFolder, formatDiagnostics, packFolder } from '@mortise/host';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { reportFailure } from './extension-report.ts';

/** `mortise build`: one file without imports, and the manifest with what it registers. */
export const buildCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const folder = resolve(world.cwd, textArgument(input, 0) || '.');
    const built = await buildFolder(folder);
    if (built.status === 'failed') return reportFailure(built.diagnostics);
    const out = resolve(world.cwd, textOption(input, 'out') ?? join(folder, 'dist'));
    await mkdir(out, { recursive: true });
    await writeFile(join(out, 'index.js'), built.bundle.source);
    await writeFile(join(out, 'index.js.map'), built.bundle.map);
    await writeFile(join(out, 'mortise.json'), `${JSON.stringify(built.manifest, null, 2)}\n`);
    const tools = built.tools.map(({ name }) => name);
    const notes = built.diagnostics.length === 0 ? '' : `\n${formatDiagnostics(built.diagnostics)}`;
    const text = `${built.manifest.id}: ${kilobytes(built.bundle.bytes)}, tools ${tools.join(', ')}\nwrote ${out}${notes}`;
    return succeed({ out, id: built.manifest.id, bytes: built.bundle.bytes, tools }, text);
  },
};

/** `mortise pack`: one tarball without scripts and without dependencies. */
export const packCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const folder = resolve(world.cwd, textArgument(input, 0) || '.');
    const result = await packFolder(folder);
    if (result.status === 'failed') return reportFailure(result.diagnostics);
    const { fileName, bytes, integrity, files } = result.packed;
    const path = join(resolve(world.cwd, textOption(input, 'out') ?? '.'), fileName);
    await writeFile(path, bytes);
    const text = `${path}  ${kilobytes(bytes.length)}\n${integrity}\n${files.map((file) => `  ${file}`).join('\n')}`;
    return succeed({ path, integrity, files }, text);
  },
};

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
