#!/usr/bin/env node
// The promise type `@NAME@`: the promiser is a file that holds the text of the attribute `content`.
'use strict';

const fs = require('fs');
const { readFile, serve, writeFile } = require('./vow_module.js');

function evaluate({ promiser: path, attributes: { content } }, answer) {
  if (fs.existsSync(path) && readFile(path).toString() === content) return answer.kept(`'${path}' is as promised`);
  if (answer.would(`write '${path}'`, { path })) return;
  writeFile(path, content, 0o644);
  answer.repaired(`Wrote '${path}'`);
}

serve({
  name: '@NAME@',
  version: '0.1',
  summary: 'keeps the text of a file',
  promiser: { pattern: '/.+', summary: 'the file, an absolute path' },
  attributes: { content: { required: true, summary: 'the text of the file' } },
  evaluate,
});
