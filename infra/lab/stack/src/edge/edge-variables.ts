import { isAddressRange } from '@writ/http';
import { listOf } from '@writ/service-kit';

export const edgeVariables = {
  EDGE_TRUSTED_PROXIES: listOf('Addresses or ranges of proxies before the edge, separated by commas.', {
    fallback: '',
    ofWhat: 'address or range of addresses',
    isRight: isAddressRange,
  }),
};
