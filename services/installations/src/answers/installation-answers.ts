import type { InstallationAnswer } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import type { Installation } from '@writ/installation';
import { lastOperationStatuses } from '@writ/operation';
import { installationAnswer } from './installation-answer.ts';

/** Installations as answers tell them, each with how its last operation stands. */
export async function installationAnswers(
  db: Queryable,
  installations: readonly Installation[],
): Promise<InstallationAnswer[]> {
  const statuses = await lastOperationStatuses(db, installations);
  return installations.map((installation) => {
    const lastOperationStatus = statuses.get(installation.id);
    return { ...installationAnswer(installation), ...(lastOperationStatus && { lastOperationStatus }) };
  });
}
