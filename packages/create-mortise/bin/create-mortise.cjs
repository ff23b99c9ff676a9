#!/usr/bin/env node
'use strict';

/*
 * Plain old syntax, up to the check: a Node that is too old must get far enough to say so. Everything
 * else is loaded afterwards.
 */
var fs = require('fs');
var path = require('path');
var url = require('url');

/* The oldest Node that runs what is written: its tests are TypeScript, run without a build. */
var OLDEST_NODE = 24;

if (parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    'node_too_old  create-mortise needs Node ' +
      OLDEST_NODE +
      ' or newer and was started with ' +
      process.version +
      ' (' +
      process.execPath +
      '); nothing was written\n  hint: Install Node ' +
      OLDEST_NODE +
      ' or put it first in PATH, then type the command again.\n',
  );
  process.exitCode = 2;
} else {
  start();
}

function start() {
  /* In the workspace the sources run; what is published has none. */
  var sources = path.join(__dirname, '..', 'src', 'main.ts');
  var main = fs.existsSync(sources) ? sources : path.join(__dirname, '..', 'dist', 'main.js');
  import(url.pathToFileURL(main).href)
    .then((loaded) => loaded.main(process))
    .then((exitCode) => {
      process.exitCode = exitCode;
    });
}
