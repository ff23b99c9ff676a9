import { type ConfigEditOptions, changeConfigFile, formatDiagnostics } from '@mortise/host';
import { CliFault } from '../output/cli-fault.ts';

/**
 * Edits the configuration after all other editors and answers whether that changed anything.
 * Throws `edit_refused` with every reason if it could not be used then.
 */
export async function changeConfig(
  path: string,
  edit: (text: string) => string,
  options: ConfigEditOptions,
): Promise<boolean> {
  const result = await changeConfigFile(path, edit, options);
  if (result.status !== 'refused') return result.status === 'changed';
  throw new CliFault('config', {
    code: 'edit_refused',
    message: `With this edit the configuration could not be used; the file is as it was.\n${formatDiagnostics(result.diagnostics)}`,
    hint: 'Correct what is listed, or choose other values; `mortise check` shows what is wrong already.',
  });
}
