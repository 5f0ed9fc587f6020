import { Link } from 'wouter';
import styles from './shares.module.css';

type Share = {
  name: string;
  /** Where it leads; absent where that is nowhere. */
  href?: string | undefined;
  /** How much of the greatest one: the length of its bar. */
  value: number;
  /** The value in words. */
  words: string;
};

/** What several things come to, each as a bar beside its name and its number. */
export function Shares({ shares }: { shares: readonly Share[] }) {
  const most = Math.max(...shares.map(({ value }) => value), 1);
  return (
    <ul className={styles['shares']}>
      {shares.map(({ name, href, value, words }) => (
        <li key={name} className={styles['share']}>
          {href === undefined ? (
            <span className={styles['name']}>{name}</span>
          ) : (
            <Link href={href} className={styles['name']}>
              {name}
            </Link>
          )}
          <span aria-hidden className={styles['ground']}>
            <span className={styles['bar']} style={{ width: `${(value / most) * 100}%` }} />
          </span>
          <span className={styles['words']}>{words}</span>
        </li>
      ))}
    </ul>
  );
}
