import type { Database } from '@writ/db';
import type { Endpoint } from '@writ/http-kit';
import { getInstallationOperations } from './routes/get-installation-operations.ts';
import { getOperationLogs } from './routes/get-operation-logs.ts';
import { getOperationRecords } from './routes/get-operation-records.ts';
import { getOperation } from './routes/get-operation.ts';
import { getOperations } from './routes/get-operations.ts';

/** The endpoints of the operations service: its own process serves them, or one that joins several services. */
export function operationsEndpoints(database: Database): readonly Endpoint[] {
  const db = database.pool;
  return [
    getOperations({ db }),
    getOperation({ db }),
    getOperationRecords({ db }),
    getOperationLogs({ db }),
    getInstallationOperations({ database }),
  ];
}
