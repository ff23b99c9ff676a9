import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServedFolder } from '../interop/served-host.ts';

/** The extension whose code is edited again and again. */
export const EDITED_EXTENSION = 'soak-edited';

/** A configuration, its extensions and its state, in a folder of their own. */
export interface SoakFolder extends ServedFolder {
  readonly root: string;
  readonly configFile: string;
}

const SOURCES = join(import.meta.dirname, 'extensions');

export function createSoakFolder(pageUrl: string): SoakFolder {
  const root = mkdtempSync(join(tmpdir(), 'mortise-soak-'));
  const config = join(root, 'config');
  const workspace = join(config, 'workspace');
  mkdirSync(workspace, { recursive: true });
  cpSync(SOURCES, config, { recursive: true });
  const configFile = join(config, 'mortise.config.json');
  writeFileSync(configFile, JSON.stringify(configuration(pageUrl, workspace)));
  const folder = { root, config, configFile, state: join(root, 'state') };
  editExtension(folder, 0);
  return folder;
}

export function removeSoakFolder({ root }: SoakFolder): void {
  rmSync(root, { recursive: true, force: true });
}

/** Other code each time, so that it is bundled, registered and put in the place of the old one. */
export function editExtension({ config }: Pick<ServedFolder, 'config'>, edition: number): void {
  const folder = join(config, EDITED_EXTENSION);
  mkdirSync(folder, { recursive: true });
  const manifest = { id: EDITED_EXTENSION, version: '1.0.0', entry: 'index.js' };
  writeFileSync(join(folder, 'mortise.json'), JSON.stringify(manifest));
  const code = `export default (api) => api.registerTool({
    name: 'soak_edited', description: 'Says its edition.', parameters: { type: 'object' },
    execute: async () => ({ content: [{ type: 'text', text: 'edition ${edition}' }] }),
  });`;
  writeFileSync(join(folder, 'index.js'), code);
}

const TOOLS = [
  ...['soak_echo', 'soak_throw', 'soak_wait', 'soak_hang', 'soak_spin'],
  ...['soak_fetch', 'soak_store', 'soak_file'],
];

function configuration(pageUrl: string, workspace: string): object {
  const { host } = new URL(pageUrl);
  return {
    toolkits: { more: { description: 'One more tool', tools: ['soak_edited'] } },
    agents: { main: { allowed_toolkits: ['more'], tools: TOOLS } },
    extensions: [
      { source: './soak-plain' },
      { source: './soak-slow', limits: { callMs: 250 } },
      { source: './soak-spinning', limits: { cpuMs: 40, callMs: 5_000 } },
      {
        source: './soak-reaching',
        config: { pageUrl, workspace },
        grants: {
          network: { allowedHosts: [`http://${host}`], allowPrivate: ['127.0.0.1'] },
          storage: { scope: 'agent', quotaBytes: 1_000_000 },
          fs_reach: { read: [workspace], write: [workspace] },
        },
      },
      { source: `./${EDITED_EXTENSION}` },
    ],
  };
}
