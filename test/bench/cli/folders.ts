import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const EXTENSIONS = join(import.meta.dirname, '../../../extensions');
const FOUR = ['tools-code', 'tools-kanban', 'tools-terminal', 'tools-web'];

function writeConfig(folder: string, extensions: readonly unknown[]): void {
  mkdirSync(folder, { recursive: true });
  const agents = { main: { tools: { alsoAllow: ['group:plugins'] } } };
  writeFileSync(join(folder, 'mortise.config.json'), JSON.stringify({ extensions, agents }));
}

/** A configuration with the four extensions of this repository. */
export function writeFour(folder: string): void {
  const storage = { scope: 'agent', quotaBytes: 1_000_000 };
  const extensions = FOUR.map((name) => ({
    source: join(EXTENSIONS, name),
    ...(name === 'tools-kanban' ? { grants: { storage } } : {}),
  }));
  writeConfig(folder, extensions);
}

/** A configuration with many small extensions. Answers how to change the code of one. */
export function writeMany(folder: string, count: number): () => void {
  const names = Array.from({ length: count }, (_, index) => `extension-${index}`);
  for (const name of names) {
    mkdirSync(join(folder, name), { recursive: true });
    const manifest = { id: name, version: '1.0.0', entry: 'index.ts' };
    writeFileSync(join(folder, name, 'mortise.json'), JSON.stringify(manifest));
    writeCode(folder, name, 'first');
  }
  writeConfig(
    folder,
    names.map((name) => `./${name}`),
  );
  return () => writeCode(folder, 'extension-1', 'other');
}

function writeCode(folder: string, name: string, answer: string): void {
  const parts = {
    name: name.replace('-', '_'),
    description: `Answers for ${name}.`,
    parameters: { type: 'object', properties: { question: { type: 'string' } } },
  };
  const code = `const tool: object = ${JSON.stringify(parts)};
export default (api: { registerTool(tool: object): void }) => api.registerTool({
  ...tool,
  execute: () => ({ content: [{ type: 'text', text: '${answer}' }] }),
});
`;
  writeFileSync(join(folder, name, 'index.ts'), code);
}
