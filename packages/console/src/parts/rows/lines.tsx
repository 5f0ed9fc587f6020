import type { ReactNode } from 'react';
import type { Place } from '../../data/project.ts';
import { To } from '../facts/id.tsx';
import styles from './rows.module.css';

export type Line = { place: Place; title: ReactNode; about: ReactNode; end: ReactNode };

export function Lines({ lines, none }: { lines: readonly Line[]; none: string }) {
  if (lines.length === 0) return <p className="quiet">{none}</p>;
  return (
    <ul>
      {lines.map(({ place, title, about, end }, at) => (
        <li key={at} className={`${styles['entry']} wrap`}>
          <To place={place}>{title}</To>
          <span className="quiet">{about}</span>
          <span className="apart">{end}</span>
        </li>
      ))}
    </ul>
  );
}
