import { refusal } from '../salesforce-error.ts';

type Literal = string | number | boolean;

/** The field has one of the values. */
export type Condition = { readonly field: string; readonly values: readonly Literal[] };

export type Soql = {
  readonly fields: readonly string[];
  readonly from: string;
  readonly where: readonly Condition[];
};

const token = /\s*(?:('(?:\\.|[^'\\])*')|([A-Za-z0-9_.:+-]+)|([=(),]))/y;

/** Reads `SELECT a, b FROM T [WHERE f = 'v' [AND f IN ('v', …)]]`; anything else ends the call. */
export function parseSoql(text: string): Soql {
  const tokens = tokenize(text);
  const next = (): string => {
    const found = tokens.shift();
    if (found === undefined) throw malformed('unexpected end of query');
    return found;
  };
  const accept = (word: string): boolean => {
    const isNext = tokens[0]?.toUpperCase() === word;
    if (isNext) tokens.shift();
    return isNext;
  };
  const expect = (word: string): void => {
    if (!accept(word)) throw malformed(`unexpected token: '${tokens[0] ?? ''}', expected ${word}`);
  };
  const listOf = <T>(separator: string, read: () => T): T[] => {
    const items = [read()];
    while (accept(separator)) items.push(read());
    return items;
  };
  const condition = (): Condition => {
    const field = next();
    if (accept('=')) return { field, values: [literal(next())] };
    expect('IN');
    expect('(');
    const values = listOf(',', () => literal(next()));
    expect(')');
    return { field, values };
  };

  expect('SELECT');
  const fields = listOf(',', next);
  expect('FROM');
  const from = next();
  const where = accept('WHERE') ? listOf('AND', condition) : [];
  if (tokens.length > 0) throw malformed(`unexpected token: '${tokens[0] ?? ''}'`);
  return { fields, from, where };
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

/** Characters that a backslash and another one stand for, unless it is the other one itself. */
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literal(text: string): Literal {
  if (text.startsWith("'"))
    return text.slice(1, -1).replace(/\\(.)/g, (_, mark: string) => controls[mark.toLowerCase()] ?? mark);
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (Number.isFinite(Number(text))) return Number(text);
  throw malformed(`unexpected token: '${text}'`);
}

function malformed(detail: string) {
  return refusal(400, 'MALFORMED_QUERY', detail);
}
