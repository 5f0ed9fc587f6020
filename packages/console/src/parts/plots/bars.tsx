import styles from './bars.module.css';

type Given = {
  title: string;
  /** One for each time, in its order. */
  values: readonly number[];
  /** Of all values, or of the one that is pointed at: what stands large. */
  shown: string;
  /** The time that is pointed at, or all of it. */
  shownFor: string;
  /** What the whole says, for who does not see it. */
  words: string;
  /** What the first and the last time are called. */
  ends: readonly [string, string];
  /** The value that is pointed at, of all plots beside each other. */
  at: number | undefined;
  onPoint: (at: number | undefined) => void;
};

/** The height of a bar of the greatest value; the least that is not nothing can still be seen. */
const height = 100;
const least = 4;

/** Values over time, as bars on a scale of their own. What is pointed at is told above; a table beside it tells all. */
export function Bars({ title, values, shown, shownFor, words, ends, at, onPoint }: Given) {
  const most = Math.max(...values, 1);
  return (
    <figure className={styles['plot']} onPointerLeave={() => onPoint(undefined)}>
      <figcaption className={styles['head']}>
        <span className={styles['title']}>{title}</span>
        <strong className={styles['shown']}>{shown}</strong>
        <span className={styles['quiet']}>{shownFor}</span>
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
      <p aria-hidden className={styles['ends']}>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}

function Bar({ index, tall }: { index: number; tall: number }) {
  return <rect x={index + 0.1} y={height - tall} width={0.8} height={tall} className={styles['bar']} />;
}
