import { runTool } from './run-tool.ts';

/** The registry that npm is set to, as npm itself says it. */
export async function npmRegistry(env: NodeJS.ProcessEnv = process.env): Promise<URL> {
  const printed = await runTool('npm', ['config', 'get', 'registry'], { env });
  const line = printed.split('\n').find((each) => /^https?:/.test(each.trim()));
  if (line === undefined) throw new Error(`npm names no registry: ${printed}`);
  return new URL(line.trim());
}
