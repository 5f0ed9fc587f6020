import { Fragment, type ReactNode } from 'react';

/** A text of the service, which puts code between backticks. */
export const marked = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));

/** Somebody else's text: its direction of reading leaves its surroundings alone. */
export function Theirs({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>;
}

/** Names in a row. */
export function TheirNames({ names, areMore }: { names: readonly string[]; areMore?: boolean | undefined }) {
  return (
    <>
      {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ', '}
          <Theirs>{name}</Theirs>
        </Fragment>
      ))}
      {areMore && ' and more'}
    </>
  );
}
