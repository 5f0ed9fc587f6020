import { isJsonObject, type InputValidationProblem, type Problem } from '@writ/contracts';
import { hideKeys, type HideSecrets } from '@writ/service-kit';
import { problemKinds } from './problem-kinds.ts';
import type { IssueInput, Refusal } from './refusal.ts';

export type ProblemSettings = {
  /** Without a trailing slash. */
  catalogueUrl: string;
  supportEmail?: string;
  supportPhone?: string;
  supportUrl?: string;
  /** Hides secrets; by default only keys. */
  hideSecrets?: HideSecrets;
};

export type ProblemAnswer = {
  status: number;
  body: Problem | InputValidationProblem;
  headers: Readonly<Record<string, string>>;
};

/** Turns a refusal into problem, status and headers (Specification, Problem object; Contract §2). */
export function toProblem(
  refusal: Pick<Refusal, 'kind' | 'facts'>,
  request: { requestId: string; traceId?: string; now: Date },
  settings: ProblemSettings,
): ProblemAnswer {
  const { kind, facts } = refusal;
  const known = problemKinds[kind];
  const type = `${settings.catalogueUrl}/${kind}`;
  const { catalogueUrl: _, hideSecrets = hideKeys, ...support } = settings;
  const { issues, retryAfter, headers, detail, remedy, retryable, members, ...more } = facts;
  const occurrence = {
    type,
    href: type,
    status: known.status,
    instance: `urn:request:${encodeURIComponent(request.requestId)}`,
    time: request.now.toISOString(),
    requestId: request.requestId,
    ...(request.traceId !== undefined && { traceId: request.traceId }),
    retryable: retryable ?? known.retryable,
    ...hiddenIn({ remedy: remedy ?? known.remedy }, hideSecrets),
  };
  const body = {
    ...occurrence,
    title: known.title,
    ...hiddenIn({ detail: detail ?? known.cause }, hideSecrets),
    ...(retryAfter && { retryAfter: retryAfter.toISOString() }),
    ...support,
    ...hiddenIn({ ...more, ...members }, hideSecrets),
    ...(issues && { issues: issues.map((issue) => ({ ...occurrence, ...toIssue(issue, hideSecrets) })) }),
  };
  return { status: known.status, body: body as Problem, headers: answerHeaders(refusal, request.now) };
}

function toIssue({ value, ...facts }: IssueInput, hideSecrets: HideSecrets): Record<string, unknown> {
  return {
    title: titles[facts.in],
    ...hiddenIn(facts, hideSecrets),
    ...(value !== undefined && { value: cutValue(withoutSecrets(asRead(value), hideSecrets)) }),
  };
}

/** JSON would write infinity as `null`. */
const asRead = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/** Input comes back in many places, so secrets in wrong places are hidden in all. */
function withoutSecrets(value: unknown, hideSecrets: HideSecrets): unknown {
  if (typeof value === 'string') return hideSecrets(value);
  if (Array.isArray(value)) return value.map((member) => withoutSecrets(member, hideSecrets));
  return isJsonObject(value) && !(value instanceof Date) ? hiddenIn(value, hideSecrets) : value;
}

const hiddenIn = (members: object, hideSecrets: HideSecrets): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [hideSecrets(name), withoutSecrets(member, hideSecrets)]),
  );

const titles = {
  body: 'An error in the body',
  header: 'An error in a header',
  path: 'An error in the path',
  query: 'An error in the query',
} as const;

function answerHeaders({ facts }: Pick<Refusal, 'facts'>, now: Date): Record<string, string> {
  const seconds =
    facts.retryAfter && Math.max(1, Math.ceil((facts.retryAfter.getTime() - now.getTime()) / 1000));
  return { ...facts.headers, ...(seconds !== undefined && { 'Retry-After': String(seconds) }) };
}

const shownBytes = 1_024;

/** The input whole up to 1 kB, else the beginning of the text or its JSON. */
export function cutValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
  if (text === undefined || Buffer.byteLength(text) <= shownBytes) return value;
  return `${Buffer.from(text)
    .subarray(0, shownBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '')}…`;
}
