import { isStorable, toStorable } from '@writ/contracts';
import { coalesce, isContentFault, type KeptPlans } from '@writ/db';
import {
  findInstallationFacts,
  installationFacts,
  type FindInstallationForCall,
  type InstallationRef,
} from '@writ/installation';
import { settleOperations, type Announcement, type Settlement } from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import {
  judgeAttempt,
  writtenLines,
  type JudgedRecord,
  type ProviderFault,
  type RecordOutcome,
} from '@writ/write-core';
import type { Pool } from 'pg';

/** Returns lanes in which operations became due. */
export type SettleAttempts = (settlements: readonly Settlement[]) => Promise<readonly string[]>;

export function createSettleAttempts(deps: {
  pool: Pool;
  plans?: KeptPlans;
  managementUrl: string;
  findInstallation: FindInstallationForCall;
  pokeRelay: () => void;
  onEnded: (settlement: Settlement) => void;
  logger: Logger;
}): SettleAttempts {
  const { pool, managementUrl } = deps;
  const announcement = { managementUrl, findFacts: factsFinder(deps) };
  const settle: SettleAttempts = async (settlements) => {
    const { ended, lanes } = await settleOperations(pool, settlements, announcement, deps.plans);
    if (ended.size > 0) deps.pokeRelay();
    for (const settlement of settlements) if (ended.has(settlement.operation.id)) deps.onEnded(settlement);
    return lanes;
  };
  /** The operation must end: otherwise its write would be sent again forever. */
  const settleLess = async (settlement: Settlement, cause: unknown): Promise<readonly string[]> => {
    const report = (error: unknown): void =>
      deps.logger.error('answer cannot be stored; the operation ends with what can be', {
        operationId: settlement.operation.id,
        ...errorFields(error),
      });
    report(cause);
    try {
      return await settle([withoutAnswer(settlement)]);
    } catch (error) {
      if (!isContentFault(error)) throw error;
      report(error);
      return settle([withoutOutcome(settlement)]);
    }
  };
  return async (settlements) => {
    try {
      return await settle(settlements);
    } catch (error) {
      const [only, ...others] = settlements;
      if (!isContentFault(error) || !only || others.length > 0) throw error;
      return settleLess(only, error);
    }
  };
}

const unstorable: ProviderFault = {
  kind: 'unknown',
  sent: 'unknown',
  retryable: false,
  message: "The provider's answer cannot be stored. Look at the record in the CRM.",
};

const writtenWithoutId: RecordOutcome = {
  kind: 'written',
  warnings: ['The record was written, but its id is not known. Look for it in the CRM.'],
};

/** Keeps above all ids, without which a record is written twice. */
const withoutAnswer = (settlement: Settlement): Settlement =>
  endedWith(settlement, settlement.judgement.records.map(storableOutcome));

const withoutOutcome = (settlement: Settlement): Settlement =>
  endedWith(
    settlement,
    settlement.judgement.records.map(({ status }) =>
      status === 'written' ? writtenWithoutId : { kind: 'failed', faults: [unstorable] },
    ),
  );

/** Keeps what the attempt found out about earlier ones. */
function endedWith({ operation, judgement }: Settlement, records: readonly RecordOutcome[]): Settlement {
  const pending = judgement.records.map(({ ambiguous }) => ({ inDoubt: ambiguous }));
  const time = { attempt: operation.attempt, msToDeadline: 0, random: 0 };
  const log = { severity: 'ERROR', msg: unstorable.message } as const;
  return {
    operation,
    judgement: judgeAttempt({ ...operation, pending }, { records, errors: [] }, time),
    log,
    notes: writtenLines(records, operation.form, (at) => operation.pending[at]?.index ?? at),
  };
}

function storableOutcome(record: JudgedRecord): RecordOutcome {
  if (record.status !== 'written') {
    const [first = unstorable, ...others] = record.faults.map(storableFault);
    return { kind: 'failed', faults: [first, ...others] };
  }
  const { recordId } = record;
  return recordId !== undefined && isStorable(recordId) ? { kind: 'written', recordId } : writtenWithoutId;
}

/** The operation ends. */
const storableFault = ({ message, code, field, ...fault }: ProviderFault): ProviderFault => ({
  ...fault,
  retryable: false,
  message: toStorable(message),
  ...(code !== undefined && { code: toStorable(code) }),
  ...(field !== undefined && { field: toStorable(field) }),
});

const factsAtOnce = 500;

/** As calls found them; for deleted or reconnected installations by the operation's ids. */
function factsFinder({
  pool,
  findInstallation,
}: {
  pool: Pool;
  findInstallation: FindInstallationForCall;
}): Announcement['findFacts'] {
  const findOthers = coalesce((refs: readonly InstallationRef[]) => findInstallationFacts(pool, refs), {
    maxKeys: factsAtOnce,
    nameOf: ({ installationId, connectionId }) => `${installationId} ${connectionId}`,
  });
  const find = async (ref: InstallationRef) => {
    const found = await findInstallation(ref.installationId);
    return found?.connection.id === ref.connectionId ? installationFacts(ref, found.names) : findOthers(ref);
  };
  return (operations) => Promise.all(operations.map(find));
}
