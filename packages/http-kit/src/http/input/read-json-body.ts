import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import {
  assertFaultless,
  invalidInput,
  issuesOf,
  mostIssues,
  Refusal,
  type IssueInput,
} from '../problems/refusal.ts';
import type { Request } from 'express';
import {
  forbiddenMembers,
  forbiddenName,
  jsonLimits,
  patterns,
  surveyJson,
  type JsonFault,
} from '@writ/contracts';
import { collectBytes } from '@writ/service-kit';
import type { HoldBody } from '../host/held-bodies.ts';
import { CallerGone } from './caller-gone.ts';
import { declaredBytes } from './declared-bytes.ts';

/** Read in steps, between which the process does other work; what is smaller is read at once. */
const largeBytes = 256 * 1024;

const limits = { ...jsonLimits, faults: mostIssues + 1 };

/** Members of these names reach prototypes; the second one by a `prototype` within it. */
const forbiddenNames = ['__proto__', 'constructor'];

/** How large a body may be, what takes room for it meanwhile, and whether it may be of any media type of JSON. */
type BodyBounds = { limitBytes: number; hold: HoldBody; anyJson: boolean };

/** A body with the issues that only its text shows; with any, it must not be acted on. */
export type ReadBody = {
  body: unknown;
  issues: readonly IssueInput[];
  /** Whether anything is written as `\u…`: nothing else brings U+0000 or half of a surrogate pair into a body. */
  escaped: boolean;
};

/** Stands for a body that is not there. */
export const nothingSent: ReadBody = { body: {}, issues: [], escaped: false };

const unwanted: IssueInput = {
  in: 'body',
  name: '',
  detail: 'A body was sent, and none is read here.',
  remedy: 'Send no body: path and query alone tell what is to be done here.',
};

/**
 * Reads a body that the endpoint does not ask for. Nothing, `null` and `{}` come from clients that send a body with
 * everything. Whoever sends more thinks that it means something, and is told; not what it holds, which may be secret.
 */
export async function readUnwantedBody(request: Request, bounds: BodyBounds): Promise<ReadBody> {
  const bytes = await readBytes(request, bounds);
  const isNothing = ['', 'null', '{}'].includes(bytes.toString('utf8').replaceAll(/\s/g, ''));
  return isNothing ? nothingSent : { ...nothingSent, issues: [unwanted] };
}

/**
 * Reads and parses a JSON body. Refuses another media type (415; of JSON itself, unless `anyJson`), more than `limitBytes` (413) and what finds no room (503),
 * both told before the rest is read, and what is not JSON in UTF-8, holds `__proto__` or `constructor.prototype` members, is
 * nested deeper than 64 levels, holds more than 60,000 values, or names that make a JSON Pointer of more than 2,048
 * characters (400). Members that come twice are issues to be told with all others.
 */
export async function readJsonBody(request: Request, bounds: BodyBounds): Promise<ReadBody> {
  assertJson(request, bounds);
  const bytes = await readBytes(request, bounds);
  if (bytes.length === 0) {
    throw invalidInput([
      { in: 'body', name: '', detail: 'The body is missing; this endpoint needs a JSON object.' },
    ]);
  }
  // Read leniently, broken text would be passed on as replacement characters that nobody wrote.
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  const faults = surveyJson(text, limits);
  const issues = faults.map(toIssue);
  if (faults.some(({ kind }) => kind !== 'twice')) assertFaultless(issues);
  const escaped = text.includes('\\u');
  const isLarge = bytes.length > largeBytes;
  if (isLarge) await setImmediate();
  const body = parse(text, escaped);
  if (isLarge) await setImmediate();
  return { body, issues, escaped };
}

function toIssue(fault: JsonFault): IssueInput {
  switch (fault.kind) {
    case 'too-deep':
      return { in: 'body', name: '', detail: `The body is nested deeper than ${jsonLimits.levels} levels.` };
    case 'too-many':
      return { in: 'body', name: '', detail: `The body holds more than ${jsonLimits.values} values.` };
    case 'too-long':
      return {
        in: 'body',
        name: fault.pointer,
        detail: `The names down to a member have more than ${jsonLimits.pointer} characters together.`,
      };
    case 'twice':
      return { in: 'body', name: fault.pointer, detail: `\`${fault.name}\` stands in one object twice.` };
  }
}

function parse(text: string, escaped: boolean): unknown {
  const body = parsed(text.startsWith('\uFEFF') ? text.slice(1) : text);
  // Looking for members is left out where no text can be the name of one that is never allowed.
  const suspect = escaped || forbiddenNames.some((name) => text.includes(name));
  const [first, ...others] = suspect ? forbiddenMembers(body).take(mostIssues) : [];
  if (first === undefined) return body;
  throw new Refusal('malformed-body', {
    detail: 'The body holds a member name that is never allowed.',
    issues: issuesOf([first, ...others], (name) => ({ in: 'body', name, detail: forbiddenName })),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw malformed(`The body is not JSON that can be accepted${whatIsWrong(error)}.`);
  }
}
const malformed = (detail: string): Refusal =>
  new Refusal('malformed-body', { detail, issues: [{ in: 'body', name: '', detail }] });

/** What the parser found wrong, without the text that it quotes: the body may hold credentials. */
function whatIsWrong(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)?.[0];
  if (place !== undefined) return `: it breaks off or goes wrong ${place}`;
  if (message.includes('end of JSON input')) return ': it ends before it is complete';
  return '';
}

const jsonMediaType = new RegExp(patterns.jsonMediaType);

function assertJson(request: Request, { anyJson }: Pick<BodyBounds, 'anyJson'>): void {
  const given = request.headers['content-type'];
  const [type, ...parameters] = (given ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  const encoding = request.headers['content-encoding'];
  const fine =
    (type === 'application/json' || (anyJson && (type === '' || jsonMediaType.test(type ?? '')))) &&
    (charset === undefined || charset.replaceAll('"', '') === 'utf-8') &&
    (encoding === undefined || encoding === 'identity');
  if (fine) return;
  const detail =
    encoding !== undefined && encoding !== 'identity'
      ? `Bodies with Content-Encoding ${encoding} are not read.`
      : given === undefined
        ? 'The request has no Content-Type.'
        : `Content-Type ${given} is not read here.`;
  throw new Refusal('unsupported-media-type', { detail });
}

async function readBytes(request: Request, { limitBytes, hold }: BodyBounds): Promise<Buffer> {
  // Gone while something else was looked up; nothing of the request would ever come.
  if (request.errored) throw new CallerGone();
  const refuse = (bytes: number): Refusal | undefined =>
    bytes > limitBytes ? tooLarge(limitBytes) : hold(bytes);
  const refused = refuse(declaredBytes(request.headers['content-length']));
  if (refused) throw refused;
  if (request.headers.expect !== undefined) askForBody(request);
  return new Promise((resolve, reject) => {
    let collected = collectBytes();
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      const refusal = refuse(size);
      if (refusal) {
        // What has come is let go, and what follows is dropped unread; the answer closes the connection.
        collected = collectBytes();
        request.removeAllListeners('data');
        request.resume();
        reject(refusal);
      } else {
        collected.add(chunk);
      }
    });
    request.on('end', () => resolve(collected.joined()));
    request.on('error', () => reject(new CallerGone()));
  });
}

/** The caller waits for a word before the body is sent (`Expect: 100-continue`). */
function askForBody({ res: response }: Request): void {
  response?.removeHeader('Connection');
  response?.writeContinue();
}

const tooLarge = (limitBytes: number): Refusal =>
  new Refusal('body-too-large', {
    detail: `The body is larger than the ${limitBytes} bytes that this endpoint reads.`,
    headers: { Connection: 'close' },
  });
