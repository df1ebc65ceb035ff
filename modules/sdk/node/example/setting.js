#!/usr/bin/env node
// The promise type `setting`: the promiser is a file with the line KEY=VALUE, or without any for that key.
'use strict';

const fs = require('fs');
const { readFile, serve, writeFile } = require('../vow_module.js');

function validate({ attributes: { state, value } }, answer) {
  if (state === 'present' && value === undefined) answer.invalid("Attribute 'value' is required unless 'state' is 'absent'");
}

function evaluate({ promiser: path, attributes: { key, value, state, create } }, answer) {
  const present = state === 'present';
  const exists = fs.existsSync(path);
  if (exists && fs.statSync(path).isDirectory()) return answer.notKept(`'${path}' is a directory`);
  if (present && !exists && !create) return answer.notKept(`'${path}' does not exist`);

  const found = exists ? readLines(path) : [];
  const wanted = changedLines(found, key, present ? `${key}=${value}` : null);
  answer.variable('lines', String(wanted.length));
  if (JSON.stringify(wanted) === JSON.stringify(found)) return answer.kept(`'${path}' is as promised`);
  const action = exists ? 'update' : 'create';
  if (answer.would(`${present ? 'set' : 'remove'} '${key}' in '${path}'`, { action, path })) return;
  writeFile(path, Buffer.from(wanted.map((line) => `${line}\n`).join(''), 'latin1'));
  answer.resultClass(`setting_${key}_${present ? 'set' : 'removed'}`);
  answer.repaired(`${present ? 'Set' : 'Removed'} '${key}' in '${path}'`);
}

/** The lines with `line` in place of the first one of that key, and no other of it; at the end if there is none. */
function changedLines(lines, key, line) {
  const isOurs = (old) => old.startsWith(`${key}=`);
  const first = lines.findIndex(isOurs);
  const kept = lines.filter((old) => !isOurs(old));
  if (line !== null) kept.splice(first < 0 ? kept.length : first, 0, Buffer.from(line).toString('latin1'));
  return kept;
}

/** Lines as bytes, a character each, so that invalid UTF-8 survives. */
function readLines(path) {
  const lines = readFile(path).toString('latin1').split('\n');
  return lines[lines.length - 1] === '' ? lines.slice(0, -1) : lines;
}

serve({
  name: 'setting',
  version: '1.0',
  summary: 'keeps KEY=VALUE lines in files',
  promiser: { pattern: '/.+', summary: 'the file, an absolute path' },
  attributes: {
    key: { required: true, pattern: '[A-Za-z_][A-Za-z0-9_]*', summary: 'the name' },
    value: { pattern: '.*', secret: true, summary: 'the value, which may be a password' },
    state: { default: 'present', choices: ['present', 'absent'], summary: 'whether it exists' },
    create: { type: 'bool', default: true, summary: 'whether a missing file is created' },
  },
  resultClasses: ['setting_KEY_set', 'setting_KEY_removed'],
  validate,
  evaluate,
});
