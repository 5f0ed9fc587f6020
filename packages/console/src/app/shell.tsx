import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useForbidden, useVisibleProject } from '../data/session.ts';
import { Button } from '../parts/actions/button.tsx';
import { useKeys } from '../parts/keys/use-keys.ts';
import { KeyHelp } from './key-help.tsx';
import { Navigation } from './navigation.tsx';
import type { Shown } from './routes.tsx';
import { Search } from './search/search.tsx';
import { SessionMenu } from './session-menu.tsx';
import styles from './shell.module.css';

export function Shell({ routes, children }: { routes: readonly Shown[]; children: ReactNode }) {
  const project = useVisibleProject();
  const [opened, setOpened] = useState<'search' | 'keys'>();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpened(undefined);
  const noSearch = useForbidden('operations:read', 'notifications:read', 'installations:read');
  const find = () => project && noSearch === undefined && setOpened('search');
  useKeys('Everywhere', [
    { key: 'Ctrl+K', words: 'find anything by its id', act: find },
    { key: '?', words: 'show the keys', act: () => setOpened('keys') },
    {
      key: 'Escape',
      words: 'leave the row',
      act: () => (document.activeElement as HTMLElement | null)?.blur(),
    },
  ]);
  return (
    <>
      <a href="#content" className={styles['skip']}>
        Skip to the content
      </a>
      <header className={styles['top']}>
        <span className={styles['burger']}>
          <Button aria-label="Pages" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            <span aria-hidden>☰</span>
          </Button>
        </span>
        <Link href="/" className="brand">
          <img src="/assets/icon.svg" alt="" width="24" height="24" />
          Writ
        </Link>
        {project && <span className={styles['project']}>{project.name}</span>}
        <span className={`${styles['tools']} apart`}>
          {project && (
            <Button disabledBecause={noSearch} onClick={find}>
              Find <kbd className={`${styles['wide']} small`}>Ctrl K</kbd>
            </Button>
          )}
          <SessionMenu onKeys={() => setOpened('keys')} />
        </span>
        <div className={isOpen ? `${styles['side']} ${styles['open']}` : styles['side']}>
          <Navigation routes={routes} onChoose={() => setOpen(false)} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      {opened === 'search' && project && <Search project={project} onClose={close} />}
      {opened === 'keys' && <KeyHelp onClose={close} />}
    </>
  );
}
