import type { DeadLetterKind } from '@writ/contracts';

/** Why a message cannot be taken in. */
export type NotTakenIn = { kind: DeadLetterKind; reason: string };
