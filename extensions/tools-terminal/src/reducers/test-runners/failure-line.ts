/** A line that names a failure or says why, in any of the test runners; kept before all others. */
export const FAILURE_LINE =
  /^\s*(?:FAIL\b|FAILED\b|ERROR\b|[×✖✗✕●] |not ok |--- FAIL|---- .+ ----$|test .+ FAILED$|E {3}|panic: |thread '|assertion |error[:[]|[\w.$]*(?:Error|Exception)(?: \[\w+\])?: )/;
