import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import {
  assertFaultless,
  invalidInput,
  issuesOf,
  mostIssues,
  Refusal,
  type IssueInput,
} from '@writ/problems';
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

/** A larger body is parsed in steps, between which the process does other work. */
const largeBytes = 256 * 1024;

const limits = { ...jsonLimits, faults: mostIssues + 1 };

/** Members that reach prototypes; the second one with a `prototype`. */
const forbiddenNames = ['__proto__', 'constructor'];

type BodyBounds = { limitBytes: number; hold: HoldBody; anyJson: boolean };

/** With any issue of its text, the body must not be acted on. */
export type ReadBody = {
  body: unknown;
  issues: readonly IssueInput[];
  /** Only escapes (`\u…`) bring U+0000 or half of a surrogate pair into a body. */
  escaped: boolean;
};

export const nothingSent: ReadBody = { body: {}, issues: [], escaped: false };

const unwanted: IssueInput = {
  in: 'body',
  name: '',
  detail: 'This endpoint reads no body, but one was sent.',
  remedy: 'Send no body: this endpoint reads only path and query.',
};

/**
 * Reads a body that the endpoint does not ask for. Some clients always send `null` or `{}`. Anything else is
 * an issue, without its content, which may be secret.
 */
export async function readUnwantedBody(request: Request, bounds: BodyBounds): Promise<ReadBody> {
  const bytes = await readBytes(request, bounds);
  const isNothing = ['', 'null', '{}'].includes(bytes.toString('utf8').replaceAll(/\s/g, ''));
  return isNothing ? nothingSent : { ...nothingSent, issues: [unwanted] };
}

/**
 * Reads and parses a JSON body. Refuses other media types (415), more than `limitBytes` (413) and a body
 * without room (503) before the rest is read; then text that is not JSON in UTF-8, exceeds `jsonLimits`, or
 * has forbidden members (400). Duplicate members are issues.
 */
export async function readJsonBody(request: Request, bounds: BodyBounds): Promise<ReadBody> {
  assertJson(request, bounds);
  const bytes = await readBytes(request, bounds);
  if (bytes.length === 0) {
    throw invalidInput([
      { in: 'body', name: '', detail: 'The body is missing; this endpoint needs a JSON object.' },
    ]);
  }
  // A lenient reader would pass on replacement characters.
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
      return { in: 'body', name: fault.pointer, detail: `\`${fault.name}\` appears twice in one object.` };
  }
}

function parse(text: string, escaped: boolean): unknown {
  const body = parsed(text.startsWith('\uFEFF') ? text.slice(1) : text);
  // Searches only if some text can be a forbidden name.
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

/** Without the parser's quotation: the body may hold credentials. */
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
  // The caller left during a look-up.
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
        // Drops what has come and what follows; the answer closes the connection.
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

/** The caller waits for it (`Expect: 100-continue`). */
function askForBody({ res: response }: Request): void {
  response?.removeHeader('Connection');
  response?.writeContinue();
}

const tooLarge = (limitBytes: number): Refusal =>
  new Refusal('body-too-large', {
    detail: `The body is larger than the ${limitBytes} bytes that this endpoint reads.`,
    headers: { Connection: 'close' },
  });
