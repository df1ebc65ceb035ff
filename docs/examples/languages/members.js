#!/usr/bin/env node
// The promise type `members`: the promiser is a JSON file, an object that has at least the members of the attribute
// `members` (data). JSON based protocol; nothing but Node itself is needed.
'use strict';

const fs = require('fs');
const readline = require('readline');

const log = (level, text) => process.stdout.write(`log_${level}=${text}\n`);

function validate({ attributes = {} }) {
  const { members } = attributes;
  if (members !== null && typeof members === 'object' && !Array.isArray(members)) return 'valid';
  log('error', "'members' must be an object");
  return 'invalid';
}

function evaluate({ promiser, attributes }) {
  try {
    const found = fs.existsSync(promiser) ? JSON.parse(fs.readFileSync(promiser, 'utf8')) : {};
    const missing = Object.keys(attributes.members).sort().filter(
      (name) => JSON.stringify(found[name]) !== JSON.stringify(attributes.members[name]));
    if (missing.length === 0) return 'kept';
    if (attributes.action_policy === 'warn') {
      log('warning', `Should set ${missing.join(', ')} in '${promiser}', but only warning promised`);
      return 'not_kept';
    }
    fs.writeFileSync(promiser, JSON.stringify({ ...found, ...attributes.members }, null, 2) + '\n');
    log('info', `Set ${missing.join(', ')} in '${promiser}'`);
    return 'repaired';
  } catch (problem) {
    log('error', problem.message);
    return 'not_kept';
  }
}

const operations = { validate_promise: validate, evaluate_promise: evaluate };
let greeted = false;
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === '') return;
  if (!greeted) { // the agent's header
    greeted = true;
    process.stdout.write('members 1.0 v1 json_based action_policy\n\n');
    return;
  }
  const request = JSON.parse(line);
  const { operation } = request;
  const result = operation in operations ? operations[operation](request) : 'success';
  process.stdout.write(JSON.stringify({ operation, result }) + '\n\n');
  if (operation === 'terminate') process.stdin.destroy();
});
