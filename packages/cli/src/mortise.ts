#!/usr/bin/env node
// The command, for those who name its source; `bin/mortise.js` starts sooner.
import '../bin/mortise.js';
