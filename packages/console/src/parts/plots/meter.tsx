import styles from './meter.module.css';

type Given = {
  label: string;
  value: number;
  most: number;
  words: string;
};

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
        className={`${styles['bar']} bar`}
        data-tone={share >= 1 ? 'waiting' : undefined}
      >
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span>{words}</span>
    </span>
  );
}
