#!/usr/bin/env node
const { main } = require('../bundle/main.cjs');

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
