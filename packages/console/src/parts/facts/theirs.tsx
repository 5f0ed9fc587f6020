import { Fragment, type ReactNode } from 'react';

/** What somebody else calls or says it, such as a customer's name: in whichever direction it is read, it turns nothing beside it round. */
export function Theirs({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>;
}

/** Several names in a row, perhaps not all of them. */
export function TheirNames({
  names,
  areMore = false,
}: {
  names: readonly string[];
  areMore?: boolean | undefined;
}) {
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
