import { Link } from 'wouter';
import styles from './shares.module.css';

type Share = {
  name: string;
  href?: string | undefined;
  value: number;
  words: string;
};

/** Named values as bars. */
export function Shares({ shares }: { shares: readonly Share[] }) {
  const most = Math.max(...shares.map(({ value }) => value), 1);
  return (
    <ul className={styles['shares']}>
      {shares.map(({ name, href, value, words }) => (
        <li key={name} className={styles['share']}>
          {href === undefined ? (
            <span className="cut">{name}</span>
          ) : (
            <Link href={href} className="cut">
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
