import { useEffect, type ReactNode } from 'react';
import { LiveSign } from './live-sign.tsx';
import styles from './page.module.css';

type Given = {
  title: string;
  /** What stands in the window's title, where that is not the page's. */
  windowTitle?: string;
  /** Beside the title: how it stands. */
  beside?: ReactNode;
  /** What can be done with all of the page. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A page: its title, whether it is live, what can be done with it. */
export function Page({ title, windowTitle = title, beside, actions, children }: Given) {
  useEffect(() => {
    document.title = `${windowTitle} · Writ`;
  }, [windowTitle]);
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{title}</h1>
        {beside}
        <LiveSign />
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page under a heading of its own. */
export function Section({
  title,
  beside,
  children,
}: {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles['section']}>
      <header className={styles['head']}>
        <h2>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  );
}
