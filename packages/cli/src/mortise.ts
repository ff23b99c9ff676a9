#!/usr/bin/env node
// The command, from its sources whatever was built; `bin/mortise.js` starts sooner.
import { main } from './main.ts';

await main();
