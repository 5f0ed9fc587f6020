import type { Faults, JsonObject, ProviderDeclaration, ProviderFault } from '@writ/write-core';
import type {
  CallLimits,
  CodeRequest,
  GrantedTokens,
  GrantFailed,
  RefreshRequest,
  RevokeRequest,
  Revoked,
} from './adapter.ts';
import { readable, splitUrl, type ProviderAnswer } from './transport/exchange.ts';
import { isJsonObject, textOf } from './transport/json.ts';
import { plainText } from './transport/plain-text.ts';
import { unreadableAnswer } from './transport/read-answer.ts';
import type { Transport } from './transport/transport.ts';
import { byError, refused, toFault, type Verdict } from './verdict.ts';

type GrantDeps = {
  transport: Transport;
  tokenUrl: string;
  read: (answer: ProviderAnswer) => GrantedTokens | GrantFailed;
};

/** Refreshes tokens, or gets some for the client itself (Providers §1.6, §2.5). */
export async function refreshGrant(
  deps: GrantDeps,
  { clientId, clientSecret, refreshToken, ...limits }: RefreshRequest,
): Promise<GrantedTokens | GrantFailed> {
  const client = { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
  if (refreshToken !== undefined)
    return grant(deps, limits, { grant_type: 'refresh_token', ...client, refresh_token: refreshToken });
  const granted = await grant(deps, limits, { grant_type: 'client_credentials', ...client });
  // This client is the customer's: asking again is useless.
  return granted.kind === 'failed' && granted.fault.kind === 'unauthorized' && !granted.fault.retryable
    ? { ...granted, dead: true }
    : granted;
}

export const codeGrant = (
  deps: GrantDeps,
  { clientId, clientSecret, code, codeVerifier, redirectUri, ...limits }: CodeRequest,
): Promise<GrantedTokens | GrantFailed> =>
  grant(deps, limits, {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    code,
    code_verifier: codeVerifier,
  });

/** Members of a form that no message may repeat. */
const secretFields = ['client_secret', 'refresh_token', 'token', 'code', 'code_verifier'];

/** Revokes a refresh token (RFC 7009) at `tokenUrl`. */
export async function revokeGrant(
  deps: GrantDeps,
  { clientId, clientSecret, refreshToken, ...limits }: RevokeRequest,
): Promise<Revoked | GrantFailed> {
  const answered = await sendForm(deps, limits, {
    ...(clientId !== undefined && { client_id: clientId }),
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    token: refreshToken,
    token_type_hint: 'refresh_token',
  });
  if (answered.kind === 'failed') return answered;
  const { status } = answered.answer;
  if (status === 200 || status === 204) return { kind: 'revoked' };
  const refused = deps.read(answered.answer);
  return refused.kind === 'failed' && !refused.dead ? refused : { kind: 'revoked' };
}

async function grant(
  deps: GrantDeps,
  limits: CallLimits,
  form: Readonly<Record<string, string>>,
): Promise<GrantedTokens | GrantFailed> {
  const answered = await sendForm(deps, limits, form);
  return answered.kind === 'failed' ? answered : deps.read(answered.answer);
}

async function sendForm(
  { transport, tokenUrl }: GrantDeps,
  limits: CallLimits,
  form: Readonly<Record<string, string>>,
): Promise<{ kind: 'answered'; answer: ProviderAnswer } | GrantFailed> {
  const { origin, path } = splitUrl(tokenUrl);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  };
  const body = new URLSearchParams(form).toString();
  const delivery = await transport.send({ origin, method: 'POST', path, headers, body }, limits);
  if (delivery.kind === 'failed') return { kind: 'failed', fault: delivery.fault, dead: false };
  // A granted token may equal the sent one; other answers lose the secrets.
  const isGrant = delivery.answer.status === 200;
  const secrets = isGrant ? [] : secretFields.map((name) => form[name] ?? '');
  return { kind: 'answered', answer: readable(delivery.answer, secrets) };
}

/** Why no tokens were granted. `ofClient`: the app that asks is refused. */
export type GrantRefusal = {
  code: string;
  said: unknown;
  dead: boolean;
  ofClient?: boolean;
  verdict?: Verdict;
};

const noTokens = refused('unauthorized', byError('no tokens are granted'));

/** Reads tokens, or why there are none. Errors unknown to `refusalOf`, such as a 429 or a 5xx, pass. */
export const tokenReader =
  (provider: {
    declaration: ProviderDeclaration;
    readFaults: (answer: ProviderAnswer) => Faults;
    refusalOf: (body: JsonObject) => GrantRefusal | undefined;
    factsOf: (body: JsonObject) => Pick<GrantedTokens, 'account' | 'baseUrl'>;
  }) =>
  (answer: ProviderAnswer): GrantedTokens | GrantFailed => {
    const { status } = answer;
    const { declaration } = provider;
    const body = isJsonObject(answer.json) ? answer.json : {};
    if (status === 200) {
      const [fault] = unreadableAnswer(declaration, answer).faults;
      const granted = grantedTokens(body);
      return granted ? { ...granted, ...provider.factsOf(body) } : { kind: 'failed', fault, dead: false };
    }
    const refusal = status >= 429 ? undefined : provider.refusalOf(body);
    if (refusal === undefined) {
      const [fault] = provider.readFaults(answer);
      return {
        kind: 'failed',
        fault,
        dead: false,
        ...(isOfClient(status, fault) && { clientRefused: true }),
      };
    }
    const { code, said, dead, ofClient = false, verdict = noTokens } = refusal;
    const message = plainText(said) ?? `${declaration.displayName} answered ${code}.`;
    const fault = toFault(verdict, { message, code, status });
    return { kind: 'failed', fault, dead, ...(ofClient && { clientRefused: true }) };
  };

/** Without a known code, a 401 (RFC 6749, 5.2) or 403 is about the client, unless it is a throttle. */
const isOfClient = (status: number, { kind }: ProviderFault): boolean =>
  status === 401 || (status === 403 && kind !== 'rate-limited');

function grantedTokens(body: JsonObject): GrantedTokens | undefined {
  const accessToken = textOf(body['access_token']);
  if (accessToken === undefined) return undefined;
  const refreshToken = textOf(body['refresh_token']);
  const expiresInSeconds = Number(body['expires_in']);
  return {
    kind: 'granted',
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresInSeconds > 0 && { expiresInMs: expiresInSeconds * 1_000 }),
  };
}
