import { type LineVerdict, lineMatches, type OutputFormat } from './output-format.ts';

/** Files listed per section or per status letter; the rest are counted. */
const ENTRIES_PER_GROUP = 40;

const LONG_HEADER =
  /^(?:On branch \S|HEAD detached (?:at|from) \S|Not currently on any branch\.$|(?:interactive )?rebase in progress; onto \S)/;
const SECTION =
  /^(?:Changes to be committed|Changes not staged for commit|Unmerged paths|Untracked files|Ignored files):$/;
// Advice on which command to type. Other bracketed lines ("all conflicts fixed", "fix conflicts
// and run") say what state the repository is in and stay.
const ADVICE = /^ {2}\(use "git [^"]+" .*\)$/;
const UNMERGED_LONG = /^\t(?:both (?:modified|added|deleted)|(?:added|deleted) by (?:us|them)): /;
const SHORT_ENTRY = /^(?! {2})[ MTADRCU?!]{2} ./;
const SHORT_BRANCH = /^## ./;
const UNMERGED = /^(?:DD|AU|UD|UA|DU|AA|UU) /;

/** `git status`: the branch, its distance, the operation in progress and the files all stay. */
export const gitStatusLong: OutputFormat = {
  name: 'git status',
  matches: (lines) => lineMatches(lines.find((line) => line !== '') ?? '', LONG_HEADER),
  judge: judgeLong,
  isImportant: (line) => !line.startsWith('\t') || lineMatches(line, UNMERGED_LONG),
};

/** `git status --short` and `--porcelain`; a single line of another shape and it is left alone. */
export const gitStatusShort: OutputFormat = {
  name: 'git status --short',
  matches: (lines) => {
    const printed = lines.filter((line) => line !== '');
    return printed.length > 0 && printed.every(isShortLine);
  },
  judge: judgeShort,
  isImportant: (line) => SHORT_BRANCH.test(line) || UNMERGED.test(line),
};

function judgeLong(lines: readonly string[]): LineVerdict[] {
  let section = '';
  let entries = 0;
  return lines.map((line) => {
    if (line === '' || lineMatches(line, ADVICE)) return 'hint';
    if (!line.startsWith('\t')) {
      section = lineMatches(line, SECTION) ? line : '';
      entries = 0;
      return 'keep';
    }
    entries += 1;
    const mayGo = section !== '' && section !== 'Unmerged paths:';
    return mayGo && entries > ENTRIES_PER_GROUP ? 'entries' : 'keep';
  });
}

function judgeShort(lines: readonly string[]): LineVerdict[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    if (line === '') return 'hint';
    if (SHORT_BRANCH.test(line) || UNMERGED.test(line)) return 'keep';
    const letters = line.slice(0, 2);
    const count = (seen.get(letters) ?? 0) + 1;
    seen.set(letters, count);
    return count > ENTRIES_PER_GROUP ? 'entries' : 'keep';
  });
}

function isShortLine(line: string): boolean {
  return SHORT_ENTRY.test(line) || SHORT_BRANCH.test(line);
}
