import { useCallback } from 'react';
import { isSignedOut } from '../data/client.ts';
import { readerOf, useSession, useSignIn } from '../data/session.ts';
import { notKnown, SignIn } from '../pages/sign-in/sign-in.tsx';
import { Dialog } from '../parts/actions/dialog.tsx';
import { Page } from '../parts/page/page.tsx';
import { Loading, Problem } from '../parts/states/states.tsx';
import { Pages, type Shown } from './routes.tsx';
import { Shell } from './shell.tsx';
import { useLink } from './use-link.ts';

/** Signing in keeps the address; a link signs in even over another session. */
export function App({ routes }: { routes: readonly Shown[] }) {
  const { data: session, error, refetch } = useSession();
  const signIn = useSignIn();
  const { mutate } = signIn;
  useLink(useCallback((code) => mutate({ code }), [mutate]));
  if (session === undefined) {
    if (!error) return <Loading what="who is signed in" />;
    return (
      <main>
        <Page title="Writ">
          <Problem fault={error} onRetry={() => void refetch()} />
        </Page>
      </main>
    );
  }
  if (session.state !== 'in') return <SignIn isEnded={session.state === 'ended'} signIn={signIn} />;
  return (
    <Shell key={readerOf(session)} routes={routes}>
      <Pages routes={routes} />
      {signIn.error && (
        <Dialog title="You are signed in as before" onClose={signIn.reset}>
          <Problem fault={signIn.error} words={isSignedOut(signIn.error) ? notKnown : undefined} />
        </Dialog>
      )}
    </Shell>
  );
}
