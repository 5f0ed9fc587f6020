import type { DeadLetterKind } from '@writ/contracts';

/** Why a message is refused. */
export type NotTakenIn = { kind: DeadLetterKind; reason: string };
