import { CliFault } from '../output/cli-fault.ts';
import { isYamlFile } from './config-notation.ts';
import { addExtension } from './edit-extensions.ts';
import { type ApprovedForGood, exceptCall } from './except-call.ts';
import { hashText } from './hash-text.ts';
import { type ExtensionSwitch, switchExtension } from './switch-extension.ts';

/** What a host that serves may have to change in its configuration, as data. */
export type TextEdit =
  /** All of it, if it still has the hash that the new text was made from. */
  | { readonly kind: 'replace'; readonly text: string; readonly base: string }
  | { readonly kind: 'except'; readonly call: ApprovedForGood }
  | { readonly kind: 'switch'; readonly asked: ExtensionSwitch }
  | { readonly kind: 'add'; readonly source: string };

/** The text after an edit. Throws what a person can mend. */
export function editText(text: string, fileName: string, edit: TextEdit): string {
  switch (edit.kind) {
    case 'replace':
      isYamlFile(fileName);
      if (hashText(text) === edit.base) return edit.text;
      throw new CliFault('config', changedMeanwhile(fileName));
    case 'except':
      return exceptCall(text, fileName, edit.call);
    case 'switch':
      return switchExtension(text, fileName, edit.asked);
    case 'add':
      return addExtension(text, fileName, { source: edit.source });
    default:
      return edit satisfies never;
  }
}

/** A change is bound to the text that a person has seen. */
export function changedMeanwhile(fileName: string) {
  return {
    code: 'config_changed',
    message: `${fileName.split('/').at(-1)} was changed by another person or program; nothing was written.`,
    hint: 'Look at what it says now, and make the change again.',
  };
}
