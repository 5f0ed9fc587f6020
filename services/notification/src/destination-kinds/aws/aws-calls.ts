import { describeFailure } from '../../outbound/post.ts';
import { failed, usualLimitMs, type Ended } from '../attempt.ts';
import type { SendDeps } from '../destination-kind.ts';
import { endpointOf, type AwsAccess } from './access.ts';
import { guardedHandler, type Answer } from './guarded-handler.ts';

/** Meanings of error names. An answer's name is shown only if listed here. */
type Words = Readonly<Record<string, string>>;

const usualWords: Words = {
  AccessDenied: 'the credentials do not allow it',
  AccessDeniedException: 'the credentials do not allow it',
  AuthorizationHeaderMalformed: 'the region is another one',
  ExpiredToken: 'the credentials have expired',
  ExpiredTokenException: 'the credentials have expired',
  IncompleteSignatureException: 'the credentials are not valid',
  InternalError: 'it failed itself',
  InternalFailure: 'it failed itself',
  InvalidAccessKeyId: 'it does not know the access key',
  InvalidClientTokenId: 'it does not know the access key',
  InvalidSignatureException: 'the secret access key is wrong',
  InvalidToken: 'the session token is not valid',
  RequestTimeTooSkewed: 'the clocks differ by too much',
  ServiceUnavailable: 'it is overloaded',
  SignatureDoesNotMatch: 'the secret access key is wrong',
  ThrottlingException: 'it gets too many requests',
  UnrecognizedClientException: 'it does not know the access key',
};

/**
 * Sets everything, so that the client reads nothing from the environment, the user's files or the machine's metadata
 * address. It never retries: the delivery schedule does.
 */
export function awsCalls(service: 'kinesis' | 's3', access: AwsAccess, given: SendDeps & { words: Words }) {
  const { limitMs = usualLimitMs } = given;
  const name = service === 's3' ? 'S3' : 'Kinesis';
  const words = { ...usualWords, ...given.words };
  const { handler, answerTo } = guardedHandler(given.agent, { readsSuccess: service === 'kinesis' });
  const settings = {
    region: access.region,
    endpoint: endpointOf(service, access),
    // A copy: the client writes into it.
    credentials: { ...access.credentials },
    requestHandler: handler,
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard' as const,
    accountIdEndpointMode: 'disabled' as const,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: 'writ',
    authSchemePreference: ['sigv4'],
  };

  const inWords = (code: string): string =>
    Object.hasOwn(words, code) ? ` \`${code}\`: ${words[code] ?? ''}` : '';
  return {
    settings,
    /** For one part of a request. */
    refused: (code: string): Ended => failed(`${name} did not take it${inWords(code)}.`),
    /** Always resolves. */
    call: async <Output>(
      make: (options: { abortSignal: AbortSignal }) => Promise<Output>,
    ): Promise<{ output: Output; ended: Ended } | { output: undefined; ended: Ended }> => {
      const abortSignal = AbortSignal.timeout(limitMs);
      try {
        const output = await make({ abortSignal });
        return { output, ended: { delivered: true, ...shownOf(answerTo(abortSignal)) } };
      } catch (error) {
        const answer = answerTo(abortSignal);
        if (!answer) return { output: undefined, ended: failed(describe(error)) };
        // S3 has stored the object, however the body ended; only Kinesis's body says which records it took.
        if (answer.status < 300) {
          const ended = service === 's3' ? { delivered: true } : failed(describe(error));
          return { output: undefined, ended: { ...ended, ...shownOf(answer) } };
        }
        const code = error instanceof Error ? inWords(error.name) : '';
        const ended = failed(`${name} answered ${answer.status}${code}.`);
        return { output: undefined, ended: { ...ended, ...shownOf(answer), ...waitOf(answer) } };
      }
    },
  };
}

const waitOf = ({ retryAfterMs }: Answer) => retryAfterMs !== undefined && { retryAfterMs };

const shownOf = (answer: Answer | undefined) =>
  answer && {
    httpStatus: answer.status,
    ...(answer.excerpt !== '' && { excerpt: answer.excerpt }),
  };

const describe = (error: unknown): string =>
  error instanceof Error ? describeFailure(error) : 'The call could not be made.';
