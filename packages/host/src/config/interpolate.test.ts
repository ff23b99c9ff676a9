// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is the notation under test
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpolate } from './interpolate.ts';

const ENV = { NAME: 'value', EMPTY: '', NESTED: '${NAME}' };

describe('interpolate', () => {
  it.each([
    ['plain', 'plain'],
    ['$NAME $ {NAME} $5', '$NAME $ {NAME} $5'],
    ['${NAME}', 'value'],
    ['a${NAME}b${NAME}', 'avaluebvalue'],
    ['${NONE:-x y}', 'x y'],
    ['${EMPTY:-x}', 'x'],
    ['${EMPTY}', ''],
    ['${NONE:-}', ''],
    ['${NAME:-x}', 'value'],
    ['$${NAME}', '${NAME}'],
    ['$$${NAME}', '$${NAME}'],
    ['${NESTED}', '${NAME}'],
    ['${NONE:-$1}', '$1'],
  ])('%s → %s', (text, filled) => {
    expect(interpolate(text, ENV)).toEqual({ status: 'ok', text: filled });
  });

  it.each(['${', '${}', '${NAME', '${1A}', '${A B}', '${NAME-x}', 'a ${NAME:-x'])(
    'refuses %s',
    (text) => {
      expect(interpolate(text, ENV)).toEqual({ status: 'malformed' });
    },
  );

  it('names the first variable that is missing', () => {
    expect(interpolate('${NAME} ${A} ${B}', ENV)).toEqual({ status: 'missing', name: 'A' });
  });

  it('leaves text without a reference alone, and any text can be escaped', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        // A function: in a replacement text `$$` would stand for one `$`.
        const escaped = text.replaceAll('${', () => '$${');
        fc.pre(!/\$\$\$*\{/.test(text));
        expect(interpolate(escaped, {})).toEqual({ status: 'ok', text });
      }),
    );
  });
});
