import { refusal } from '../salesforce-error.ts';

export type Literal = string | number | boolean | null;

export type Condition = {
  readonly field: string;
  readonly operator: string;
  /** Of `LIKE` the one regular expression that stands for its text. */
  readonly values: readonly Literal[];
};

export type Soql = {
  readonly fields: readonly string[];
  readonly from: string;
  readonly where: readonly Condition[];
  readonly orderBy?: { readonly field: string; readonly descending: boolean };
  readonly limit?: number;
};

const token = /\s*(?:('(?:\\.|[^'\\])*')|([A-Za-z0-9_.:+-]+(?:\(\))?)|(!=|<>|<=|>=|[=<>(),]))/y;

const moment = /^\d{4}-\d{2}-\d{2}(T.*)?$/;

/** Reads `SELECT a, b FROM T [WHERE f = 'v' [AND …]] [ORDER BY f [DESC]] [LIMIT n]`; anything else ends the call. */
export function parseSoql(text: string): Soql {
  const tokens = tokenize(text);
  let at = 0;
  const peek = () => tokens[at]?.toUpperCase();
  const next = () => {
    const found = tokens[at];
    at += 1;
    if (found === undefined) throw malformed('unexpected end of query');
    return found;
  };
  const expect = (word: string) => {
    const found = next();
    if (found.toUpperCase() !== word) throw malformed(`unexpected token: '${found}', expected ${word}`);
  };
  const accept = (word: string) => {
    if (peek() !== word) return false;
    at += 1;
    return true;
  };
  const listOf = <T>(read: () => T): T[] => {
    const items = [read()];
    while (accept(',')) items.push(read());
    return items;
  };

  const condition = (): Condition => {
    const field = next();
    const operator = next().toUpperCase();
    if (operator === 'LIKE') return { field, operator, values: [likePattern(next())] };
    if (operator !== 'IN') return { field, operator, values: [literal(next())] };
    expect('(');
    const values = listOf(() => literal(next()));
    expect(')');
    return { field, operator, values };
  };
  const conditions = (): Condition[] => {
    const found = [condition()];
    while (accept('AND')) found.push(condition());
    return found;
  };
  const order = () => {
    expect('BY');
    const field = next();
    const descending = accept('DESC');
    if (!descending) accept('ASC');
    return { field, descending };
  };

  expect('SELECT');
  const fields = listOf(next);
  expect('FROM');
  const from = next();
  const where = accept('WHERE') ? conditions() : [];
  const orderBy = accept('ORDER') ? order() : undefined;
  const limit = accept('LIMIT') ? Number(next()) : undefined;
  if (at < tokens.length) throw malformed(`unexpected token: '${tokens[at] ?? ''}'`);
  if (limit !== undefined && !Number.isInteger(limit)) throw malformed('LIMIT needs a whole number');
  return { fields, from, where, ...(orderBy && { orderBy }), ...(limit !== undefined && { limit }) };
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const start = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw malformed(`unexpected text at ${start}: ${text.slice(start, start + 20)}`);
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

/** A text of `LIKE` as a regular expression: `%` is any text, `_` one character, a mark behind a backslash itself. */
function likePattern(text: string): string {
  if (!text.startsWith("'")) throw malformed(`LIKE needs a text, not ${text}`);
  return text.slice(1, -1).replace(/\\(.)|[%_]|[^\\%_]+/g, (part: string, mark?: string) => {
    if (mark !== undefined) return escaped(controls[mark.toLowerCase()] ?? mark);
    return part === '%' ? '.*' : part === '_' ? '.' : escaped(part);
  });
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** What a mark behind a backslash stands for, where it is not itself. */
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literal(text: string): Literal {
  if (text.startsWith("'"))
    return text.slice(1, -1).replace(/\\(.)/g, (_, mark: string) => controls[mark.toLowerCase()] ?? mark);
  const word = text.toUpperCase();
  if (word === 'NULL') return null;
  if (word === 'TRUE' || word === 'FALSE') return word === 'TRUE';
  if (Number.isFinite(Number(text))) return Number(text);
  if (moment.test(text)) return text;
  throw malformed(`unexpected token: '${text}'`);
}

function malformed(detail: string) {
  return refusal(400, 'MALFORMED_QUERY', detail);
}
