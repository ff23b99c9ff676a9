#!/usr/bin/env node
/** The command of `@mortise/cli` under the name that `npx mortise` looks for. */
import '@mortise/cli/command';
