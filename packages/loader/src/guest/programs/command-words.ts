/** What only a shell gives a meaning to. */
const OF_A_SHELL = /[|&;<>()$`*?[\]#~=%!{}\n]/;

/**
 * The words of a command line that needs no shell: plain words and quoted ones. `undefined` for one in
 * which something else stands, such as a pipe or a variable.
 */
export function commandWords(command: string): readonly string[] | undefined {
  const words: string[] = [];
  let rest = command.trim();
  while (rest !== '') {
    const word = firstWord(rest);
    if (word === undefined) return undefined;
    words.push(word.text);
    rest = rest.slice(word.length).trimStart();
  }
  return words.length === 0 ? undefined : words;
}

function firstWord(text: string): { readonly text: string; readonly length: number } | undefined {
  let word = '';
  let index = 0;
  while (index < text.length && !/\s/.test(text[index] ?? '')) {
    const rest = text.slice(index);
    const quoted = /^'([^']*)'|^"([^"$`\\]*)"/.exec(rest);
    const plain = /^[^\s'"\\]+/.exec(rest)?.[0];
    if (quoted !== null) word += quoted[1] ?? quoted[2] ?? '';
    else if (plain === undefined || OF_A_SHELL.test(plain)) return undefined;
    else word += plain;
    index += quoted?.[0].length ?? plain?.length ?? 1;
  }
  return { text: word, length: index };
}
