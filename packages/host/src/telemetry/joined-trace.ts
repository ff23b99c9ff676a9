import type { CallStep, CallTrace } from '@mortise/contracts';

/** One call followed by two observers at once; what is handed on to other processes is the first one's. */
export function joinTraces(one: CallTrace, other: CallTrace): CallTrace {
  return {
    begin: (step) => joinSteps(one.begin(step), other.begin(step)),
    run: (work) => one.run(() => other.run(work)),
    end: (report) => {
      one.end(report);
      other.end(report);
    },
  };
}

function joinSteps(one: CallStep, other: CallStep): CallStep {
  return {
    carrier: one.carrier ?? other.carrier,
    begin: (step) => joinSteps(one.begin(step), other.begin(step)),
    end: (code) => {
      one.end(code);
      other.end(code);
    },
  };
}
