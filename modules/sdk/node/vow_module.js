// Promise modules in Node: copy this file next to yours, declare attributes, call serve.
//
//   const fs = require('fs');
//   const { serve, writeFile } = require('./vow_module.js');
//   serve({
//     name: 'motd', version: '1.0', summary: 'keeps the message of the day',
//     attributes: { text: { required: true, summary: 'the message itself' } },
//     evaluate(promise, answer) {
//       const path = promise.promiser, wanted = promise.attributes.text + '\n';
//       if (fs.existsSync(path) && fs.readFileSync(path, 'utf8') === wanted) return answer.kept();
//       if (answer.would(`write '${path}'`, { path })) return;
//       writeFile(path, wanted);
//       answer.repaired(`Wrote '${path}'`);
//     },
//   });
//
// Node 18 or later, nothing else. It uses the JSON based variant of the module protocol v1 with its extensions
// describe, variables, changes, progress and parallel; protocol/README.md is the wire format.
//
// This is one long file on purpose: a copy of it is the whole installation. In order: serve and its checks, answers,
// declarations and descriptions, the streams, reading and replacing files.
'use strict';

const { spawnSync } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');

const LOG_LEVELS = ['critical', 'error', 'warning', 'notice', 'info', 'verbose', 'debug'];
const CHANGE_FACTS = ['action', 'path', 'before', 'after', 'diff', 'kind', 'object', 'field']; // all optional
const CHANGE_ACTIONS = ['create', 'update', 'remove'];
const RESULTS = ['kept', 'repaired', 'not_kept', 'error']; // from best to worst; the worst reported is the answer
const TRUTH = { true: true, yes: true, on: true, false: false, no: false, off: false };
const COMMON_ATTRIBUTES = ['handle', 'comment', 'action_policy']; // any promise may have them
const TYPE_NAMES = {
  string: 'a text', int: 'an integer', real: 'a number', bool: 'true or false', slist: 'a list of texts', body: 'a body',
};

const MODULE_WORDS = [
  'name', 'version', 'summary', 'promiser', 'attributes', 'rules', 'resultClasses', 'examples', 'validate', 'evaluate', 'terminate',
  'actionPolicy', 'parallel',
];
const ATTRIBUTE_WORDS = ['type', 'required', 'default', 'choices', 'pattern', 'secret', 'summary'];
const BODY_WORDS = [...ATTRIBUTE_WORDS, 'attributes', 'rules'];
const RULE_WORDS = ['with', 'needs', 'excludes', 'summary'];

/** The promise is invalid; the text gives the reason. */
class ValidationError extends Error {}

/**
 * Runs the protocol for one or several modules until `terminate`.
 *
 * A module is an object: name, version, summary; promiser: {pattern, summary}; attributes: {NAME: {type, required,
 * default, choices, pattern, secret, summary}}, where type is string, int, real, bool, slist, body or data, and a body
 * has attributes and rules of its own; rules: [{with, needs, excludes, summary}]: if all attributes in `with` are
 * promised, which may be none, one of `needs` must be, and none of `excludes` may be (a bool that is false counts as not
 * promised); resultClasses, examples: lists; validate(promise, answer), evaluate(promise, answer), terminate();
 * actionPolicy: false if evaluate does not call would() before every change; parallel: true if several processes may
 * evaluate at once. The two may return promises of JavaScript: the next request waits for them.
 */
async function serve(...modules) {
  modules.forEach(checkWords);
  const channel = new Channel();
  const [first] = modules;
  if (!/^cf-agent \S+ v\d/.test((await channel.line()) || '')) {
    process.stderr.write(`${first.name} is a promise module, which an agent starts; to try it: vow module probe FILE\n`);
    process.exit(1);
  }
  while (await channel.line());
  channel.write(`${[first.name, first.version || '1.0', 'v1', 'json_based', ...flagsOf(first)].join(' ')}\n\n`);
  for (let line; (line = await channel.line()) !== null;) {
    if (line === '') continue;
    const request = JSON.parse(line);
    channel.write(`${JSON.stringify(await reply(modules, request, channel))}\n\n`);
    if (request.operation === 'terminate') break;
  }
  process.exit(0);
}

/** Throws if a module uses an unknown word. */
function checkWords(module) {
  const check = (what, given, known) => {
    const wrong = Object.keys(given || {}).find((word) => !known.includes(word));
    if (wrong !== undefined) throw new Error(`${what}: '${wrong}' is not one of ${known.join(', ')}`);
  };
  const checkDeclared = ({ attributes = {}, rules = [] }) => {
    for (const [name, attribute] of Object.entries(attributes)) {
      check(`attribute '${name}'`, attribute, attribute.type === 'body' ? BODY_WORDS : ATTRIBUTE_WORDS);
      check(`type of attribute '${name}'`, { [attribute.type || 'string']: true }, [...Object.keys(TYPE_NAMES), 'data']);
      checkDeclared(attribute);
    }
    for (const rule of rules) {
      check('rule', rule, RULE_WORDS);
      const named = ['with', 'needs', 'excludes'].flatMap((word) => rule[word] || []);
      check('rule', Object.fromEntries(named.map((name) => [name, true])), Object.keys(attributes));
    }
  };
  check('module', module, MODULE_WORDS);
  check('promiser', module.promiser, ['pattern', 'summary']);
  checkDeclared(module);
}

async function reply(modules, request, channel) {
  const { operation } = request;
  const module = modules.find(({ name }) => name === request.promise_type) || modules[0];
  const answer = new Answer(module, request, channel);
  switch (operation) {
    case 'describe': return { operation, result: 'success', description: description(modules) };
    case 'validate_promise': return { operation, result: await validated(module, answer) };
    case 'evaluate_promise': return { operation, ...await evaluated(module, answer) };
    case 'terminate':
      for (const each of modules) if (each.terminate) await each.terminate();
      return { operation, result: 'success' };
    default:
      answer.log('critical', `Unknown operation '${operation}'`);
      return { operation, result: 'error' };
  }
}

async function validated(module, answer) {
  try {
    checkDeclarations(module, answer);
    if (module.validate && answer.isValid) await module.validate(answer.promise, answer);
  } catch (problem) {
    if (problem instanceof ValidationError) answer.invalid(problem.message);
    else answer.fail(problem);
  }
  return answer.result || (answer.isValid ? 'valid' : 'invalid');
}

async function evaluated(module, answer) {
  try {
    checkDeclarations(module, answer);
    await module.evaluate(answer.promise, answer);
    if (answer.result === null) throw new Error('evaluate reported neither kept nor repaired nor not_kept');
  } catch (problem) {
    if (problem.syscall) answer.notKept(problem.message); // the machine refuses
    else answer.fail(problem);
  }
  const fields = { result: answer.result };
  if (answer.classes.length) fields.result_classes = answer.classes;
  if (answer.variables.size) fields.variables = Object.fromEntries(answer.variables);
  if (answer.changes.length) fields.changes = answer.changes;
  return fields;
}

/** A module's answer to one promise: the second argument of validate and evaluate. */
class Answer {
  constructor(module, request, channel) {
    this.channel = channel;
    this.level = Math.max(LOG_LEVELS.indexOf('info'), LOG_LEVELS.indexOf(request.log_level));
    const given = request.attributes || {};
    const actionPolicy = given.action_policy || 'fix';
    /** `attributes` are as declared, with defaults filled in; `given` as they were sent. */
    this.promise = {
      type: request.promise_type, promiser: request.promiser, attributes: {}, given,
      file: request.filename, line: request.line_number, actionPolicy, mayChange: actionPolicy === 'fix',
    };
    Object.assign(this, { isValid: true, result: null, change: null, classes: [], variables: new Map(), changes: [] });
  }

  invalid(why) {
    this.log('error', why);
    this.isValid = false;
  }

  kept(text) {
    if (text !== undefined) this.log('verbose', text);
    this.addResult('kept');
  }

  repaired(text) {
    if (this.promise.mayChange) {
      this.log('info', text);
      this.addResult('repaired');
    } else {
      this.log('critical', `Changed something although only warning was promised: ${text}`);
      this.addResult('error');
    }
    this.commitChange();
  }

  notKept(text) {
    this.log('error', text);
    this.addResult('not_kept');
    this.change = null;
  }

  /**
   * True if only a warning is promised, which it logs: if (answer.would("create file '/x'", { path: '/x' })) return.
   * The facts of the change (CHANGE_FACTS) go into the agent's reports; they must not contain secrets.
   */
  would(change, facts = {}) {
    const unknown = Object.keys(facts).find((name) => !CHANGE_FACTS.includes(name));
    if (unknown) throw new TypeError(`would takes no '${unknown}', but: ${CHANGE_FACTS.join(', ')}`);
    if (facts.action !== undefined && !CHANGE_ACTIONS.includes(facts.action)) {
      throw new TypeError(`the action of a change is one of ${CHANGE_ACTIONS.join(', ')}, not '${facts.action}'`);
    }
    this.change = { what: change };
    for (const name of CHANGE_FACTS) {
      if (facts[name] !== undefined) this.change[name] = String(facts[name]);
    }
    if (this.promise.mayChange) return false;
    this.log('warning', `Should ${change}${['warn', 'nop'].includes(this.promise.actionPolicy) ? ', but only warning promised' : ''}`);
    this.addResult('not_kept');
    this.commitChange();
    return true;
  }

  /** Defines a class in the promising bundle. */
  resultClass(name) {
    this.classes.push(name.replace(/[^A-Za-z0-9_]/g, '_'));
  }

  /** Defines a variable: a text, a list of texts or data. */
  variable(name, value) {
    this.variables.set(name, value);
  }

  /** Reports the progress of a long promise: 0 to 100, and a few words. */
  progress(percent, text) {
    if (process.env.VOW_PROGRESS !== '1') return;
    const whole = Math.min(100, Math.max(0, Math.trunc(percent) || 0));
    this.channel.write(`progress=${whole} ${String(text).replace(/[\r\n\0]/g, ' ')}\n`);
  }

  /** Errors to info are always sent, since the agent counts them; more verbose levels only on request. */
  log(level, text) {
    if (LOG_LEVELS.indexOf(level) > this.level) return;
    const lines = String(text).replace(/\0/g, '\ufffd').replace(/[\r\n]+$/, '').split(/\r?\n/);
    this.channel.write(lines.map((line) => `log_${level}=${line}\n`).join(''));
  }

  fail(problem) {
    this.log('critical', String(problem));
    this.log('debug', problem.stack || problem);
    this.addResult('error');
  }

  addResult(result) {
    if (RESULTS.indexOf(result) > RESULTS.indexOf(this.result)) this.result = result;
  }

  commitChange() {
    if (this.change) this.changes.push(this.change);
    this.change = null;
  }
}

function checkDeclarations(module, answer) {
  const { promise } = answer;
  const { promiser = {} } = module;
  if (promiser.pattern && !matches(promise.promiser, promiser.pattern)) {
    answer.invalid(`Promiser must match '${promiser.pattern}', not '${promise.promiser}'`);
  }
  promise.attributes = valuesOf(module, promise.given, answer);
}

/** The values of the attributes of a module or of a body, converted and with defaults. */
function valuesOf({ attributes = {}, rules = [] }, given, answer, body = '') {
  const values = {};
  const place = body && ` in '${body}'`;
  for (const [name, attribute] of Object.entries(attributes)) {
    const isGiven = Object.hasOwn(given, name);
    try {
      values[name] = valueOf(attribute, isGiven ? given[name] : undefined);
      if (attribute.attributes && isGiven) values[name] = valuesOf(attribute, values[name], answer, name);
    } catch (problem) {
      answer.invalid(`Attribute '${name}'${place} ${problem.message}`);
    }
  }
  const common = body ? [] : COMMON_ATTRIBUTES;
  for (const name of Object.keys(given).sort(byBytes)) {
    if (!Object.hasOwn(attributes, name) && !common.includes(name)) answer.invalid(`Unknown attribute '${name}'${place}`);
  }
  const isPromised = (name) => Object.hasOwn(given, name)
    && !(attributes[name].type === 'bool' && converted('bool', given[name]) === false);
  for (const rule of rules) {
    const reason = rule.summary ? `: ${rule.summary}` : '';
    for (const [name, fault] of ruleFaults(rule, isPromised)) answer.invalid(`Attribute '${name}'${place} ${fault}${reason}`);
  }
  return values;
}

/** Pairs of an attribute and a fault, in words that follow its name. */
function ruleFaults({ with: condition = [], needs = [], excludes = [] }, isPromised) {
  if (!condition.every(isPromised)) return [];
  const lacks = needs.length > 0 && !needs.some(isPromised);
  if (condition.length === 0) {
    if (!lacks) return [];
    const [missing, ...instead] = needs;
    const last = instead.pop();
    const names = [quoted(instead), `'${last}'`].filter(Boolean).join(' or ');
    return [[missing, last === undefined ? 'is missing' : `is required unless ${names} is promised`]];
  }
  const [first, ...others] = condition;
  const start = others.map((name) => `with '${name}' `).join('');
  const faults = lacks ? [[first, `${start}${needs.length === 1 ? 'needs' : 'needs one of'} ${quoted(needs)}`]] : [];
  return [...faults, ...excludes.filter(isPromised).map((name) => [first, `${start}excludes '${name}'`])];
}

function quoted(names) {
  return names.map((name) => `'${name}'`).join(', ');
}

/** The converted value. Throws ValidationError, in words that follow the attribute's name. */
function valueOf({ type = 'string', required, default: fallback, choices, pattern, secret }, given) {
  if (given === undefined) {
    if (required) throw new ValidationError('is missing');
    return fallback;
  }
  const instead = (text) => (typeof text === 'object' || secret ? '' : `, not '${text}'`);
  const value = converted(type, given);
  if (value === undefined) throw new ValidationError(`must be ${TYPE_NAMES[type]}${instead(given)}`);
  for (const text of type === 'slist' ? given : typeof given === 'string' ? [given] : []) {
    if (choices && !choices.includes(text)) {
      throw new ValidationError(`must be one of ${quoted(choices)}${instead(text)}`);
    }
    if (pattern && !matches(text, pattern)) throw new ValidationError(`must match '${pattern}'${instead(text)}`);
  }
  return value;
}

/** undefined if the value does not have that type. Texts of a policy are treated like JSON's own types. */
function converted(type, given) {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  switch (type) {
    case 'string': return typeof given === 'string' ? given : undefined;
    case 'int': return /^[+-]?[0-9]+$/.test(text) ? Number(text) : undefined;
    case 'real': return /^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text) ? Number(text) : undefined;
    case 'bool': return Object.hasOwn(TRUTH, text) ? TRUTH[text] : undefined;
    case 'slist': return Array.isArray(given) && given.every((item) => typeof item === 'string') ? given : undefined;
    case 'body': return given !== null && typeof given === 'object' && !Array.isArray(given) ? given : undefined;
    default: return given;
  }
}

function flagsOf({ actionPolicy = true, parallel = false }) {
  return [...(actionPolicy ? ['action_policy'] : []), 'describe', 'variables', 'changes', 'progress', ...(parallel ? ['parallel'] : [])];
}

function description(modules) {
  const types = modules.map((module) => [module.name, typeDescription(module)]);
  return { ...nonEmpty({ summary: modules[0].summary }), promise_types: Object.fromEntries(types) };
}

function typeDescription({ summary, promiser = {}, attributes = {}, rules = [], resultClasses, examples }) {
  const aboutPromiser = nonEmpty({ summary: promiser.summary, pattern: promiser.pattern });
  return {
    ...nonEmpty({ summary, promiser: Object.keys(aboutPromiser).length ? aboutPromiser : undefined }),
    attributes: described(attributes),
    ...rulesDescription(rules),
    ...nonEmpty({ result_classes: resultClasses, examples }),
  };
}

function described(attributes) {
  return Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, attributeDescription(attribute)]));
}

function rulesDescription(rules = []) {
  const ordered = rules.map(({ with: condition, needs, excludes, summary }) => nonEmpty({ with: condition, needs, excludes, summary }));
  return ordered.length ? { rules: ordered } : {};
}

function attributeDescription({
  type = 'string', required, default: fallback, choices, pattern, secret, summary, attributes, rules,
}) {
  const isScalar = fallback !== undefined && typeof fallback !== 'object';
  const facts = { required, default: isScalar ? String(fallback) : fallback, enum: choices, pattern, secret, summary };
  return { type, ...nonEmpty(facts), ...(attributes ? { attributes: described(attributes) } : {}), ...rulesDescription(rules) };
}

function nonEmpty(facts) {
  return Object.fromEntries(Object.entries(facts).filter(([name, fact]) => (name === 'default' ? fact !== undefined : fact)));
}

function matches(text, pattern) {
  return new RegExp(`^(?:${pattern})$`, 'u').test(text);
}

function byBytes(left, right) {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/**
 * The protocol's streams. console.log() goes to standard error. Children that inherit standard output must not be
 * started: child_process does not do so by default.
 */
class Channel {
  constructor() {
    console.log = console.info = console.debug = console.error;
    process.stdout.write = process.stderr.write.bind(process.stderr);
    this.lines = linesOf(process.stdin);
  }

  /** The next line without its end; null at the end of input. */
  async line() {
    const { value, done } = await this.lines.next();
    return done ? null : value.replace(/\r$/, '');
  }

  /** Synchronous, so that nothing is lost when the process ends. */
  write(text) {
    for (let rest = Buffer.from(text); rest.length > 0;) {
      try {
        rest = rest.subarray(fs.writeSync(1, rest));
      } catch (problem) {
        if (problem.code !== 'EAGAIN') throw problem; // the reader is slow
      }
    }
  }
}

async function* linesOf(stream) {
  stream.setEncoding('utf8');
  let rest = [];
  for await (const chunk of stream) {
    const lines = chunk.split('\n');
    rest.push(lines[0]);
    if (lines.length === 1) continue;
    yield rest.join('');
    yield* lines.slice(1, -1);
    rest = [lines[lines.length - 1]];
  }
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = fs.constants;

/** The bytes of a regular file, as writeFile finds it. */
function readFile(path) {
  return inPlace(path, (entry) => withFile(entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, (file) => fs.readFileSync(regular(file, path))));
}

/**
 * Replaces the content of a file at once, and keeps its owner and mode, or creates the file with `mode`. A link on the path is
 * followed only if root or the running user owns it, or if it has the owner and group of its target; another throws ENOLINK.
 */
function writeFile(path, content, mode = 0o600) {
  inPlace(path, (entry, folder) => {
    const fresh = `${folder}/.vow-${crypto.randomBytes(12).toString('hex')}`;
    try {
      withFile(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, (file) => {
        fs.writeFileSync(file, content);
        const old = fs.lstatSync(entry, { throwIfNoEntry: false });
        if (old && !old.isFile()) throw failure('EINVAL', path, 'not a regular file');
        if (old) {
          fs.fchownSync(file, old.uid, old.gid);
          copyAccessList(entry, file);
        }
        fs.fchmodSync(file, old ? old.mode & 0o7777 : mode);
        if (old) fs.fdatasyncSync(file);
      });
      fs.renameSync(fresh, entry);
    } catch (error) {
      fs.rmSync(fresh, { force: true });
      throw error;
    }
  });
}

/** If the system has such lists. */
function copyAccessList(entry, file) {
  const own = `/proc/${process.pid}/fd/`;
  const words = ['-P', '--attributes-only', '--preserve=mode,ownership', entry.replace(/^\/proc\/self\/fd\//, own), own + file];
  spawnSync('cp', words, { stdio: 'ignore' });
}

function failure(code, path, text) {
  return Object.assign(new Error(`${code}: ${text}, '${path}'`), { code, path, syscall: 'open' });
}

function withFile(path, flags, use) {
  const file = fs.openSync(path, flags, 0o600);
  try {
    return use(file);
  } finally {
    fs.closeSync(file);
  }
}

function regular(file, path) {
  if (!fs.fstatSync(file).isFile()) throw failure('EINVAL', path, 'not a regular file');
  return file;
}

/** Calls `use` with the file and its folder: paths in a folder that stays open, so that no link put in its place is followed. */
function inPlace(path, use, base = '.', links = 40) {
  const slash = path.lastIndexOf('/');
  const folder = openFolder(base, path.slice(0, slash + 1), links);
  try {
    const here = `/proc/self/fd/${folder}`;
    const entry = `${here}/${path.slice(slash + 1)}`;
    const status = fs.lstatSync(entry, { throwIfNoEntry: false });
    if (!status || !status.isSymbolicLink()) return use(entry, here);
    return inPlace(linkText(entry, status, links), (target, targetFolder) => {
      checkLink(status, isPlanted(status) ? fs.lstatSync(target) : status, path);
      return use(target, targetFolder);
    }, here, links - 1);
  } finally {
    fs.closeSync(folder);
  }
}

/** Opens a folder name by name, from the folder `base`. */
function openFolder(base, path, links) {
  let folder = fs.openSync(path.startsWith('/') ? '/' : `${base}/.`, O_DIRECTORY);
  for (const name of path.split('/').filter((each) => each !== '' && each !== '.')) {
    const entry = `/proc/self/fd/${folder}/${name}`;
    try {
      const status = fs.lstatSync(entry);
      const next = status.isSymbolicLink()
        ? openFolder(`/proc/self/fd/${folder}`, linkText(entry, status, links), links - 1)
        : fs.openSync(entry, O_DIRECTORY | O_NOFOLLOW);
      if (status.isSymbolicLink()) checkLink(status, fs.fstatSync(next), path);
      fs.closeSync(folder);
      folder = next;
    } catch (error) {
      fs.closeSync(folder);
      throw error;
    }
  }
  return folder;
}

/** The text of the link that `status` describes. */
function linkText(entry, status, links) {
  if (links === 0) throw failure('ELOOP', entry, 'too many links');
  const text = fs.readlinkSync(entry);
  if (fs.lstatSync(entry).ino !== status.ino) throw failure('ESTALE', entry, 'the link changed');
  return text;
}

function isPlanted(link) {
  return link.uid !== 0 && link.uid !== process.geteuid();
}

function checkLink(link, target, path) {
  if (!isPlanted(link) || (link.uid === target.uid && link.gid === target.gid)) return;
  throw failure('ENOLINK', path, `a link of user ${link.uid} leads to a file of another owner or group`);
}

module.exports = { serve, readFile, writeFile, ValidationError };
