import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useAnyProject } from '../data/project.ts';
import { Button } from '../parts/actions/button.tsx';
import { KeyHelp } from '../parts/keys/key-help.tsx';
import { useKeys } from '../parts/keys/use-keys.ts';
import { Navigation } from './navigation.tsx';
import { Search } from './search.tsx';
import { SessionMenu } from './session-menu.tsx';
import styles from './shell.module.css';

/** What is around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const project = useAnyProject();
  const [location] = useLocation();
  const [opened, setOpened] = useState<'search' | 'keys'>();
  // Where a page was chosen, the navigation of a narrow window closes.
  const [openAt, setOpenAt] = useState<string>();
  const close = () => setOpened(undefined);
  useKeys('Everywhere', [
    { key: 'Ctrl+K', words: 'find anything by its id', act: () => setOpened(project && 'search') },
    { key: '?', words: 'show the keys', act: () => setOpened('keys') },
    {
      key: 'Escape',
      words: 'leave the field or row',
      act: () => (document.activeElement as HTMLElement | null)?.blur(),
    },
  ]);
  return (
    <div className={styles['shell']}>
      <a href="#content" className={styles['skip']}>
        Skip to the content
      </a>
      <header className={styles['top']}>
        <span className={styles['burger']}>
          <Button
            aria-label="Pages"
            aria-pressed={openAt === location}
            onClick={() => setOpenAt(openAt === location ? undefined : location)}
          >
            <span aria-hidden>☰</span>
          </Button>
        </span>
        <Link href="/" className={styles['brand']}>
          <img src="/assets/icon.svg" alt="" width="24" height="24" />
          Writ
        </Link>
        {project && <span className={styles['project']}>{project.name}</span>}
        <span className={styles['tools']}>
          {project && (
            <Button onClick={() => setOpened('search')}>
              Find <kbd className={styles['wide']}>Ctrl K</kbd>
            </Button>
          )}
          <SessionMenu onKeys={() => setOpened('keys')} />
        </span>
      </header>
      <div className={openAt === location ? `${styles['side']} ${styles['open']}` : styles['side']}>
        <Navigation />
      </div>
      <main id="content" tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      {opened === 'search' && project && <Search project={project} onClose={close} />}
      {opened === 'keys' && <KeyHelp onClose={close} />}
    </div>
  );
}
