import { useEffect, useState } from 'react';
import { isSignedOut } from '../../data/client.ts';
import type { useSignIn } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Problem } from '../../parts/states/states.tsx';
import { proofOf } from './proof.ts';
import styles from './sign-in.module.css';

export const notKnown = {
  title: 'This does not sign you in',
  detail: 'The key, token or link is not known, is no longer active, or was used before.',
};

type Given = { isEnded: boolean; signIn: ReturnType<typeof useSignIn> };

export function SignIn({ isEnded, signIn: { mutate, error, isPending } }: Given) {
  const [text, setText] = useState('');
  useEffect(() => {
    document.title = 'Sign in · Writ';
  }, []);
  return (
    <main className={styles['place']}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          mutate(proofOf(text.trim()));
        }}
      >
        <p className="brand">
          <img src="/assets/icon.svg" alt="" width="32" height="32" />
          Writ
        </p>
        <h1>Sign in</h1>
        {isEnded && <p role="status">Your session has ended. Sign in again to go on where you were.</p>}
        <Field
          label="API key or administrators’ token"
          hint="It goes to this host and is kept nowhere."
          isSecret
          value={text}
          onChange={setText}
        />
        {error && <Problem fault={error} words={isSignedOut(error) ? notKnown : undefined} />}
        <Button
          look="main"
          type="submit"
          isBusy={isPending}
          disabledBecause={text.trim() === '' ? 'Type a key first.' : undefined}
        >
          Sign in
        </Button>
        <p className="small">
          Administrators without a token get a link with <code>npm run admin -- console-link</code>.
        </p>
      </form>
    </main>
  );
}
