import type { DestinationKind } from './destination-kind.ts';
import { kafka } from './kafka/declaration.ts';
import { kinesis } from './kinesis/declaration.ts';
import { listen } from './listen/declaration.ts';
import { s3 } from './s3/declaration.ts';
import { slack } from './slack/declaration.ts';
import { webhook } from './webhook/declaration.ts';

export const destinationKinds: readonly DestinationKind[] = [webhook, slack, kafka, kinesis, listen, s3];

/** @throws Error if this version does not have the kind of a stored destination */
export function kindOf(type: string): DestinationKind {
  const kind = destinationKinds.find((known) => known.type === type);
  if (!kind) throw new Error(`There is no destination kind "${type}" in this version.`);
  return kind;
}
