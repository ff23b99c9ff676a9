import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a module runs as it was published, compiled, and not from its sources. */
export function isCompiled(moduleUrl: string): boolean {
  return !moduleUrl.endsWith('.ts');
}

/**
 * The path of a program that lies beside a module, named without its ending: TypeScript beside
 * sources, JavaScript beside what was compiled of them. What `release/` publishes of a package is
 * found by calls of this function, so the module must be `import.meta.url` and the name a literal.
 */
export function locateBeside(moduleUrl: string, name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(new URL(moduleUrl).pathname)}`, moduleUrl));
}
