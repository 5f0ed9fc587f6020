import type { Asked, CodeBook } from '../accounts/code-book.ts';
import type { Reply } from '../server/call.ts';
import type { ProviderName } from '../provider-name.ts';
import { consentPage } from './consent-page.ts';

export type ConsentDesk = {
  readonly provider: ProviderName;
  readonly displayName: string;
  readonly knowsScope: (scope: string) => boolean;
  /** Whether an app has to say what it asks for. */
  readonly needsScopes: boolean;
  /** Answers a person whom nobody can send back: of the app, or of its address, nothing is known. */
  readonly refuse: (what: 'client_id' | 'redirect_uri') => Reply;
};

type ConsentRequest = { readonly method: string; readonly query: string; readonly body: string };

/** An app's request at a consent page, and the address that takes the answer. */
type Asking = { asked: Asked; back: (members: Readonly<Record<string, string>>) => Reply };

const clientPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** The consent page (RFC 6749, 4.1; RFC 7636). A sent form, or an `account` in the address, is the answer. */
export function consent(desk: ConsentDesk, codes: CodeBook, request: ConsentRequest): Reply {
  const query = new URLSearchParams(request.query);
  const asking = readAsking(desk, query);
  if ('status' in asking) return asking;
  const form = request.method === 'POST' ? new URLSearchParams(request.body) : undefined;
  if (form?.get('decision') === 'deny') {
    return asking.back({ error: 'access_denied', error_description: 'end-user denied authorization' });
  }
  const name = form ? form.get('other') || form.get('account') : query.get('account');
  const account = name ? codes.choose(desk.provider, name) : undefined;
  if (account) return asking.back({ code: codes.issue(account, asking.asked) });
  return consentPage(desk.displayName, asking.asked, codes.choices(desk.provider));
}

/** What was asked for, or the answer to what cannot be: at the app's own address where that is known. */
function readAsking(desk: ConsentDesk, query: URLSearchParams): Asking | Reply {
  const clientId = query.get('client_id') ?? '';
  if (!clientPattern.test(clientId)) return desk.refuse('client_id');
  const target = URL.parse(query.get('redirect_uri') ?? '');
  if (!target || !isAddressOfApp(target)) return desk.refuse('redirect_uri');
  const state = query.get('state');
  const back = (members: Readonly<Record<string, string>>): Reply => {
    const address = new URL(target);
    for (const [member, value] of Object.entries(members)) address.searchParams.set(member, value);
    if (state !== null) address.searchParams.set('state', state);
    return { status: 302, headers: { location: address.href } };
  };
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  if (!scopes.every((scope) => desk.knowsScope(scope)) || (desk.needsScopes && scopes.length === 0)) {
    return back({ error: 'invalid_scope', error_description: 'a scope is unknown, or none is asked for' });
  }
  const challenge = query.get('code_challenge');
  const isHashed = query.get('code_challenge_method') === 'S256' && challengePattern.test(challenge ?? '');
  if (challenge !== null && !isHashed) {
    return back({
      error: 'invalid_request',
      error_description: 'code_challenge has to be of the method S256',
    });
  }
  const redirectUri = query.get('redirect_uri') ?? '';
  return { asked: { clientId, redirectUri, scopes, ...(challenge !== null && { challenge }) }, back };
}

const isAddressOfApp = ({ protocol, username, password, hash }: URL): boolean =>
  /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
