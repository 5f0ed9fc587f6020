import type { Place } from '../../data/project.ts';
import type { Tone } from '../facts/facts.tsx';
import { To } from '../facts/id.tsx';
import styles from './shares.module.css';

type Share = {
  name: string;
  place?: Place | undefined;
  value: number;
  words: string;
};

export function Shares({ shares, tone }: { shares: readonly Share[]; tone?: Tone }) {
  const most = Math.max(...shares.map(({ value }) => value), 1);
  return (
    <ul className="tight" data-tone={tone}>
      {shares.map(({ name, place, value, words }) => (
        <li key={name} className={styles['share']}>
          <span className="cut">{place ? <To place={place}>{name}</To> : name}</span>
          <span aria-hidden className="bar">
            <span style={{ width: `${(value / most) * 100}%` }} />
          </span>
          <span className={styles['words']}>{words}</span>
        </li>
      ))}
    </ul>
  );
}
