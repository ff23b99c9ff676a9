import { describe, expect, it } from 'vitest';
import { accepted } from './config-test-kit.ts';
import { parseConfig } from './parse-config.ts';

const read = (text: string) => parseConfig(text, { fileName: 'mortise.config.yaml' });

describe('limits in the configuration (E-14)', () => {
  it('are read for the host and for each extension', () => {
    const text = `
limits: { hostConcurrentCalls: 4, callMs: 1000 }
extensions:
  - ./plain
  - { source: ./large, limits: { schemaBytes: 200000, argumentBytes: 8000000 } }
`;
    const { config } = accepted(read(text));
    expect(config.limits).toEqual({ hostConcurrentCalls: 4, callMs: 1_000 });
    expect(config.extensions.map(({ limits }) => limits)).toEqual([
      undefined,
      { schemaBytes: 200_000, argumentBytes: 8_000_000 },
    ]);
  });

  it.each([
    {
      what: 'a limit above its ceiling',
      text: 'limits: { argumentBytes: 8000001 }',
      then: 'limit_too_high limits.argumentBytes: at most 8000000 is possible here.',
    },
    {
      what: 'a limit of an extension above its ceiling',
      text: 'extensions: [{ source: ./x, limits: { callMs: 600001 } }]',
      then: 'limit_too_high extensions[0].limits.callMs: at most 600000 is possible here.',
    },
    {
      what: 'a limit of the host given to an extension',
      text: 'extensions: [{ source: ./x, limits: { hostConcurrentCalls: 3 } }]',
      then: 'unknown_key extensions[0].limits.hostConcurrentCalls: this key is unknown; did you mean `toolConcurrentCalls`?',
    },
    {
      what: 'a misspelled limit',
      text: 'limits: { argumentByte: 5 }',
      then: 'unknown_key limits.argumentByte: this key is unknown; did you mean `argumentBytes`?',
    },
    {
      what: 'nothing',
      text: 'limits: { callMs: 0 }',
      then: 'config_invalid limits.callMs: expected a whole number from 1, found a number.',
    },
    {
      what: 'a part',
      text: 'limits: { callMs: 1.5 }',
      then: 'config_invalid limits.callMs: expected a whole number from 1, found a number.',
    },
  ])('$what is refused with its path', ({ text, then }) => {
    expect(read(text).diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([then]);
  });
});
