import { Fragment } from 'react';

/** A text of the service, which puts code between backticks. */
export const marked = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));

/** Other people's names in a row. `bdi` keeps their direction of reading to themselves. */
export function TheirNames({ names, areMore }: { names: readonly string[]; areMore?: boolean | undefined }) {
  return (
    <>
      {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {areMore && ' and more'}
    </>
  );
}
