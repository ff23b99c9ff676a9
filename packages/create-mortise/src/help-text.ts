import { PACKAGE_MANAGERS } from './package-managers.ts';
import { DEFAULT_TEMPLATE, TEMPLATES } from './scaffold/templates.ts';

/** What `--help` shows. */
export function helpText(): string {
  const width = Math.max(...TEMPLATES.map(({ name }) => name.length));
  const templates = TEMPLATES.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Usage: npm create mortise [folder] -- [options]',
    '',
    'Starts an extension for Mortise, or a program that hosts extensions. Asks for what is not given,',
    'if it runs on a terminal. The folder must be empty or not there yet.',
    '',
    'Options:',
    `  -t, --template <name>      one of those below; ${DEFAULT_TEMPLATE} if absent`,
    '  --name <package>           the name of the package, if not that of the folder',
    `  --package-manager <name>   ${PACKAGE_MANAGERS.join(', ')}; for the commands shown at the end`,
    '  -y, --yes                  ask nothing',
    '  -h, --help                 show this',
    '  -v, --version              show the version, which is that of the packages it asks for',
    '',
    'Templates (the part behind the first dash will do):',
    ...templates,
  ].join('\n');
}
