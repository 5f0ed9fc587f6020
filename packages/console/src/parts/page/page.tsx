import { useEffect, type ReactNode } from 'react';
import { LiveSign } from './live-sign.tsx';
import styles from './page.module.css';

type Given = {
  title: string;
  /** The window's title, if it differs. */
  windowTitle?: string | undefined;
  /** Beside the title: its state. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function Page({ title, windowTitle = title, beside, actions, children }: Given) {
  useEffect(() => {
    document.title = `${windowTitle} · Writ`;
  }, [windowTitle]);
  return (
    <div className={styles['page']}>
      <header className={`${styles['head']} wrap`}>
        <h1>{title}</h1>
        {beside}
        <LiveSign />
        {actions !== undefined && <div className={`${styles['actions']} wrap apart`}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Section({ title, beside, children }: Pick<Given, 'title' | 'beside' | 'children'>) {
  return (
    <section className={`${styles['section']} stack`}>
      <header className={`${styles['head']} wrap`}>
        <h2>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  );
}

export function Buttons({ children }: { children: ReactNode }) {
  return <p className="wrap">{children}</p>;
}
