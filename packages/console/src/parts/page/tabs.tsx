import type { Place } from '../../data/project.ts';
import { To } from '../facts/id.tsx';
import styles from './tabs.module.css';

type Given = {
  label: string;
  tabs: readonly { name: string; words: string }[];
  placeOf: (name: string) => Place;
  current: string;
};

export function Tabs({ label, tabs, placeOf, current }: Given) {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {tabs.map(({ name, words }) => (
        <To
          key={name}
          place={placeOf(name)}
          replace
          className={`${styles['tab']} quiet`}
          aria-current={name === current ? 'page' : undefined}
        >
          {words}
        </To>
      ))}
    </nav>
  );
}
