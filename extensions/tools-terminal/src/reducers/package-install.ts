import { aptOutput } from './install-tools/apt-output.ts';
import { npmOutput } from './install-tools/npm-output.ts';
import { pipOutput } from './install-tools/pip-output.ts';
import { pnpmOutput } from './install-tools/pnpm-output.ts';
import { yarnOutput } from './install-tools/yarn-output.ts';
import type { OutputFormat } from './output-format.ts';

/** What the known package managers print when they succeed; a failed install matches none. */
export const PACKAGE_INSTALL_FORMATS: readonly OutputFormat[] = [
  npmOutput,
  pnpmOutput,
  yarnOutput,
  pipOutput,
  aptOutput,
];
