import { searchedPageOf } from '../page.ts';
import { operationSchema } from './operation.ts';

export const operationPageSchema = searchedPageOf('OperationPage', operationSchema);
