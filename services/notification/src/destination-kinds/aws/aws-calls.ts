import { describeFailure } from '../../outbound/post.ts';
import type { SendDeps, SendOutcome } from '../destination-kind.ts';
import { usualLimitMs } from '../http-outcome.ts';
import { endpointOf, type AwsAccess } from './access.ts';
import { guardedHandler, type Answer } from './guarded-handler.ts';

/** How a call ended, without its times. */
export type Told = Omit<SendOutcome, 'at' | 'durationMs'>;

/** Names of errors, and what they mean; a name that an answer gives is shown only if it stands here. */
export type Words = Readonly<Record<string, string>>;

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
 * Calls of one service with the credentials of a destination. Nothing comes from the environment, from files of the
 * machine's user or from the machine's own address for credentials: each setting that the client would look up is given.
 * The client repeats nothing, since failed deliveries are repeated by their schedule.
 */
export function awsCalls(service: 'kinesis' | 's3', access: AwsAccess, given: SendDeps & { words: Words }) {
  const { limitMs = usualLimitMs } = given;
  const name = service === 's3' ? 'S3' : 'Kinesis';
  const words = { ...usualWords, ...given.words };
  const { handler, answerTo } = guardedHandler(given.agent, { readsSuccess: service === 'kinesis' });
  const settings = {
    region: access.region,
    endpoint: endpointOf(service, access),
    // A copy, since the client writes into it.
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
    /** Why a part of what was sent was not taken. Of the answer's own words only what is known is told. */
    refused: (code: string): Told => ({
      delivered: false,
      error: `${name} did not take it${inWords(code)}.`,
    }),
    /** Makes a call, and gives what became of it; always resolves. */
    call: async <Output>(
      make: (options: { abortSignal: AbortSignal }) => Promise<Output>,
    ): Promise<{ output: Output; told: Told } | { output: undefined; told: Told }> => {
      const abortSignal = AbortSignal.timeout(limitMs);
      try {
        const output = await make({ abortSignal });
        return { output, told: { delivered: true, ...toldOf(answerTo(abortSignal)) } };
      } catch (error) {
        const answer = answerTo(abortSignal);
        if (!answer) return { output: undefined, told: { delivered: false, error: describe(error) } };
        // An object is stored whatever became of the answer's body; of Kinesis' only the body tells what was taken.
        if (answer.status < 300) {
          const outcome =
            service === 's3' ? { delivered: true } : { delivered: false, error: describe(error) };
          return { output: undefined, told: { ...outcome, ...toldOf(answer) } };
        }
        const code = error instanceof Error ? inWords(error.name) : '';
        const said = `${name} answered ${answer.status}${code}.`;
        return {
          output: undefined,
          told: { delivered: false, ...toldOf(answer), ...waitOf(answer), error: said },
        };
      }
    },
  };
}

const waitOf = ({ retryAfterMs }: Answer) => retryAfterMs !== undefined && { retryAfterMs };

const toldOf = (answer: Answer | undefined) =>
  answer && {
    httpStatus: answer.status,
    ...(answer.excerpt !== '' && { excerpt: answer.excerpt }),
  };

const describe = (error: unknown): string =>
  error instanceof Error ? describeFailure(error) : 'The call could not be made.';
