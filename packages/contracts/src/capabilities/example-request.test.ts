import { describe, expect, it } from 'vitest';
import { CAPABILITY_NAMES } from './capability-table.ts';
import { exampleRequest } from './example-request.ts';
import { findRequestFaults } from './find-request-faults.ts';
import { interpretRequests } from './interpret-requests.ts';

/** Of a text of ours alone. */
const read = (text: string): unknown => new Function(`return { ${text} };`)();

describe('what authors are told to write for a capability', () => {
  it.each(CAPABILITY_NAMES)('asks for %s, with no fault (E-10)', (name) => {
    const written = read(exampleRequest(name));
    expect(findRequestFaults(written)).toEqual([]);
    expect(Object.keys(interpretRequests(written))).toEqual([name]);
  });

  it.each(CAPABILITY_NAMES)('is said of %s that has another form', (name) => {
    const [list] = findRequestFaults([name]);
    expect(list?.message).toBe(`expected a mapping, not a list; write { ${exampleRequest(name)} }`);
    const [yes] = findRequestFaults({ [name]: true });
    expect(yes?.message).toBe(`expected a mapping, not true; write ${exampleRequest(name)}`);
  });
});

describe('a capability that may be asked for by a list', () => {
  it('is one without a fault (E-10)', () => {
    const asked = { secrets: ['API_KEY'] };
    expect(findRequestFaults(asked)).toEqual([]);
    expect(interpretRequests(asked)).toEqual(asked);
  });
});
