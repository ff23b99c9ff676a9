import { resolve } from 'node:path';
import type { Arguments } from './read-arguments.ts';
import { nameProject } from './scaffold/project-names.ts';
import { DEFAULT_TEMPLATE, findTemplate, TEMPLATES, type Template } from './scaffold/templates.ts';
import { requireVacant } from './scaffold/write-project.ts';
import { UsageFault } from './usage-fault.ts';

const DEFAULT_FOLDER = 'my-tool';

export interface ChosenProject {
  /** Absolute. */
  readonly folder: string;
  readonly template: Template;
}

/** What the command line says. Throws a `UsageFault` if it names no folder. */
export function takeProject(given: Arguments, cwd: string): ChosenProject {
  if (given.folder === undefined || given.folder === '') {
    const hint = 'Name it: npm create mortise my-tool -- --template fetch --yes';
    throw new UsageFault('There is no folder to write to', hint);
  }
  return {
    folder: resolve(cwd, given.folder),
    template: findTemplate(given.template ?? DEFAULT_TEMPLATE),
  };
}

/** Asks a person for what the command line left open; `undefined` if they gave up. */
export async function askProject(
  given: Arguments,
  cwd: string,
): Promise<ChosenProject | undefined> {
  const { isCancel, select, text } = await import('@clack/prompts');
  const named = given.template === undefined ? undefined : findTemplate(given.template);
  const choice =
    named?.name ??
    (await select({
      message: 'What should it be?',
      initialValue: DEFAULT_TEMPLATE,
      options: TEMPLATES.map(({ name, summary }) => ({ value: name, label: name, hint: summary })),
    }));
  if (isCancel(choice)) return undefined;
  const template = findTemplate(choice);
  const folder =
    given.folder ??
    (await text({
      message: 'Into which folder? Its name becomes the name of the project.',
      placeholder: DEFAULT_FOLDER,
      defaultValue: DEFAULT_FOLDER,
      validate: (typed) =>
        faultOf(resolve(cwd, typed || DEFAULT_FOLDER), template, given.packageName),
    }));
  return isCancel(folder) ? undefined : { folder: resolve(cwd, folder), template };
}

/** What is wrong with a folder, so that it can be asked for again. */
function faultOf(
  folder: string,
  template: Template,
  packageName: string | undefined,
): string | undefined {
  try {
    nameProject(folder, template, packageName);
    requireVacant(folder);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
