import { FORMS, RETENTION, RETENTION_NAMES } from '@mortise/contracts';

const HEADING = `# What is kept, and for how long

Made from \`packages/contracts/src/retention.ts\` by \`pnpm docs:retention\`. What a host keeps
and could do without goes when it is old. \`mortise serve\` looks when it starts and every hour, a little
at a time, so that no call waits; \`mortise prune\` does the same at once, and \`mortise prune --dry-run\`,
\`mortise doctor\` and \`POST /api/prune\` say what would go. What went is a line of the log (\`Old things
were removed.\`). An embedder calls \`host.prune()\`.

\`\`\`yaml
retention:
  sessions: 30d
  auditSize: 5GB
  audit: never # none is removed for its age
\`\`\`

What is in use stays: a session with a call under way or a request within the time, code that the lock
file names, values of an extension that is configured, switched off or installed, the audit log that is
written. Where that cannot be told, as with a lock file that cannot be read, nothing of the kind goes. Several
hosts and commands may look at once. Room inside a database is used again; its file does not shrink.
Unfinished files of processes that were killed go in any case. What has not the name of one of the host's
own files stays.

Two things to know. Ages are told by the clock of the machine: one that is years ahead makes old what is not;
\`never\` is the rule for what must not depend on it. And an extension is known by its path as seen from the
state folder: a project that moves without its state folder, or is named through a link once and by its
real path once, is another one. It has no stored values then, and what it stored from the old path goes
as that of an extension that is gone. Move both, or name the project by one path.`;

/** The page of all rules, made from the one table. */
export function retentionPage(): string {
  const rows = RETENTION_NAMES.map((name) => {
    const { about, kind, standard } = RETENTION[name];
    return `- \`retention.${name}\` (${kind}): ${about} ${standard} if absent.`;
  });
  const forms = Object.entries(FORMS).map(([kind, { words }]) => `A ${kind} is ${words}.`);
  return `${HEADING}\n\n${rows.join('\n')}\n\n${forms.join(' ')}\n`;
}
