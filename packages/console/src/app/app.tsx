import { useCallback } from 'react';
import { notKnown, SignIn } from '../pages/sign-in/sign-in.tsx';
import { isSignedOut } from '../data/client.ts';
import { readerOf, useSession, useSignIn } from '../data/session.ts';
import { Dialog } from '../parts/actions/dialog.tsx';
import { Page } from '../parts/page/page.tsx';
import { Loading } from '../parts/states/empty.tsx';
import { Problem } from '../parts/states/problem.tsx';
import { Pages, type Shown } from './routes.tsx';
import { Shell } from './shell.tsx';
import { useLink } from './use-link.ts';

/** The console: whoever is not signed in signs in at the address that they wanted, and goes on there. A link signs in whoever was before. */
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
    <Shell key={readerOf(session)}>
      <Pages routes={routes} />
      {signIn.error && <NotByLink fault={signIn.error} onClose={signIn.reset} />}
    </Shell>
  );
}

/** A link does not sign in; who was signed in still is. */
function NotByLink({ fault, onClose }: { fault: Error; onClose: () => void }) {
  return (
    <Dialog title="You are signed in as before" onClose={onClose}>
      <Problem fault={fault} words={isSignedOut(fault) ? notKnown : undefined} />
    </Dialog>
  );
}
