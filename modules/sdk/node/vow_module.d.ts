// The types of vow_module.js, for checkers and editors. A test compares the names with it.

/// <reference types="node" />

/** The promise is invalid; the text gives the reason. */
export class ValidationError extends Error {}

export type Level = 'critical' | 'error' | 'warning' | 'notice' | 'info' | 'verbose' | 'debug';

/** If all attributes in `with` are promised, one of `needs` must be, and none of `excludes` may be. */
export interface Rule {
  with?: string[];
  needs?: string[];
  excludes?: string[];
  summary?: string;
}

export interface Attribute {
  type?: 'string' | 'int' | 'real' | 'bool' | 'slist' | 'body' | 'data';
  required?: boolean;
  default?: unknown;
  choices?: string[];
  pattern?: string;
  secret?: boolean;
  summary?: string;
  /** Of a body; without them it may have any. */
  attributes?: Record<string, Attribute>;
  rules?: Rule[];
}

export interface Promised {
  type: string;
  promiser: string;
  /** As declared, with defaults. */
  attributes: Record<string, any>;
  /** As they were sent. */
  given: Record<string, unknown>;
  file?: string;
  line?: number;
  actionPolicy: string;
  mayChange: boolean;
}

/** Facts of a change, for the agent's reports; they must not contain secrets. */
export interface Change {
  action?: 'create' | 'update' | 'remove';
  path?: string;
  before?: unknown;
  after?: unknown;
  diff?: string;
  kind?: string;
  object?: string;
  field?: string;
}

/** A module's answer to one promise. */
export interface Answer {
  invalid(why: string): void;
  kept(text?: string): void;
  repaired(text: string): void;
  notKept(text: string): void;
  /** True if only a warning is promised: `if (answer.would("create file '/x'")) return`. */
  would(change: string, facts?: Change): boolean;
  resultClass(name: string): void;
  variable(name: string, value: unknown): void;
  progress(percent: number, text: string): void;
  log(level: Level, text: string): void;
}

export interface Module {
  name: string;
  version?: string;
  summary?: string;
  promiser?: { pattern?: string; summary?: string };
  attributes?: Record<string, Attribute>;
  rules?: Rule[];
  resultClasses?: string[];
  examples?: string[];
  validate?(promise: Promised, answer: Answer): unknown;
  evaluate(promise: Promised, answer: Answer): unknown;
  terminate?(): unknown;
  actionPolicy?: boolean;
  parallel?: boolean;
}

/** Runs the protocol for one or several modules; it ends the process. */
export function serve(...modules: Module[]): Promise<never>;
/** The bytes of a regular file. */
export function readFile(path: string): Buffer;
/** Replaces the content of a file at once; `mode` is for a new one. */
export function writeFile(path: string, content: string | NodeJS.ArrayBufferView, mode?: number): void;
