import { SignIn } from '../pages/sign-in/sign-in.tsx';
import { useSession } from '../data/session.ts';
import { Loading } from '../parts/states/empty.tsx';
import { Problem } from '../parts/states/problem.tsx';
import { Pages } from './routes.tsx';
import { Shell } from './shell.tsx';

/** The console: whoever is not signed in signs in at the address that they wanted, and goes on there. */
export function App() {
  const { data: session, error, refetch } = useSession();
  if (session === undefined) {
    return error ? (
      <Problem fault={error} onRetry={() => void refetch()} />
    ) : (
      <Loading what="who is signed in" />
    );
  }
  if (session.state !== 'in') return <SignIn isEnded={session.state === 'ended'} />;
  return (
    <Shell>
      <Pages />
    </Shell>
  );
}
