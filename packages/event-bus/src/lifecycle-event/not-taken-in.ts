import type { DeadLetterKind } from '@writ/contracts';

export type NotTakenIn = { kind: DeadLetterKind; reason: string };
