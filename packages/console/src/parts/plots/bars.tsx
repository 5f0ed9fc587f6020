import styles from './bars.module.css';

type Given = {
  title: string;
  values: readonly number[];
  /** The large number: the sum, or the value at the pointer. */
  shown: string;
  shownFor: string;
  /** For screen readers. */
  words: string;
  /** Labels of the first and the last value. */
  ends: readonly [string, string];
  /** The value at the pointer, the same for plots side by side. */
  at: number | undefined;
  onPoint: (at: number | undefined) => void;
};

/** The height of the greatest value, and the least visible one. */
const height = 100;
const least = 4;

/** Values over time, as bars on their own scale. */
export function Bars({ title, values, shown, shownFor, words, ends, at, onPoint }: Given) {
  const most = Math.max(...values, 1);
  return (
    <figure className={styles['plot']} onPointerLeave={() => onPoint(undefined)}>
      <figcaption className={styles['head']}>
        <span className={styles['title']}>{title}</span>
        <strong className={styles['shown']}>{shown}</strong>
        <span className="small">{shownFor}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${values.length} ${height}`}
        preserveAspectRatio="none"
        className={styles['bars']}
      >
        {values.map((value, index) => (
          <g
            key={index}
            className={index === at ? styles['here'] : undefined}
            onPointerEnter={() => onPoint(index)}
          >
            <rect x={index} y={0} width={1} height={height} className={styles['ground']} />
            {value > 0 && <Bar index={index} tall={Math.max((value / most) * height, least)} />}
          </g>
        ))}
      </svg>
      <p aria-hidden className={`${styles['ends']} small`}>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}

function Bar({ index, tall }: { index: number; tall: number }) {
  return <rect x={index + 0.1} y={height - tall} width={0.8} height={tall} className={styles['bar']} />;
}
