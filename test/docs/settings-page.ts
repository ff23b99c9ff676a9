import { SETTING_NAMES, SETTINGS, type Setting, settingPath } from '@mortise/contracts';

const HEADING = `# Settings

Made from \`packages/contracts/src/settings.ts\` by \`pnpm docs:settings\`. What a deployment may
set about a host: in the configuration, by a variable of the environment, or by an option of the
command, the later the stronger. A value that cannot be one is \`setting_invalid\` and names where it
stood. Paths of the configuration start where its file is, others where the command was started; lists
have commas between their parts in a variable and take the option again for each on a command line.

\`\`\`yaml
stateDir: /var/lib/mortise # the folder of the configuration may be read-only then
serve:
  hostname: 0.0.0.0
  allowedHosts: [tools.internal]
\`\`\``;

/** The page of all settings, made from the one table. */
export function settingsPage(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { about, standard, flag, env, least, most }: Setting = SETTINGS[name];
    const bounds = most === undefined ? '' : ` From ${number(least ?? 0)} to ${number(most)}.`;
    const value = typeof standard === 'number' ? String(standard) : `${standard}`;
    return `- \`${settingPath(name)}\`, \`${env}\`, \`${flag}\`: ${about} If absent: ${value}.${bounds}`;
  });
  return `${HEADING}\n\n${rows.join('\n')}\n`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
