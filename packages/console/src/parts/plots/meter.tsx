import styles from './meter.module.css';

type Given = {
  label: string;
  value: number;
  /** What `value` may come to. */
  most: number;
  /** What stands beside the bar, and is read out for it. */
  words: string;
};

/** How much of something is used: a bar, with its numbers beside it. */
export function Meter({ label, value, most, words }: Given) {
  const share = most > 0 ? Math.min(value / most, 1) : 1;
  return (
    <span className={styles['meter']}>
      <span
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(value, most)}
        aria-valuetext={words}
        className={styles['bar']}
      >
        <span className={share >= 1 ? styles['full'] : styles['part']} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={styles['words']}>{words}</span>
    </span>
  );
}
