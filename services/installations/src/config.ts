import { encryptionKeysVariable } from '@writ/tenancy';
import { isAddressRange } from '@writ/http';
import { providerAddressVariables, providerPageVariables, providerQuotaVariables } from '@writ/providers';
import { hostVariables, listOf, optional, port, serviceVariables, textOf, url } from '@writ/service-kit';

export const variables = {
  INSTALLATIONS_PORT: port('Port of the installations service; 0 takes any free one.', { fallback: '8084' }),
  ...hostVariables,
  EDGE_URL: optional(
    url(
      'Address of the edge in front of the management host, through which its /readyz asks the other services.',
      ['http', 'https'],
    ),
  ),
  REDIS_URL: optional(hostVariables.REDIS_URL),
  ENCRYPTION_KEYS: encryptionKeysVariable,
  CONSOLE: serviceVariables.CONSOLE,
  TRACE_URL_TEMPLATE: optional(
    textOf(
      'Address of a trace, with {traceId} in it, to which the console links, such as https://grafana.example.com/trace/{traceId}.',
      { ofWhat: 'address of http or https with {traceId}', isRight: isTraceUrl },
    ),
  ),
  TRUSTED_PROXIES: listOf(
    'Addresses or ranges of proxies in front of this host, separated by commas, whose X-Forwarded-For is trusted.',
    { fallback: '', ofWhat: 'address or range of addresses', isRight: isAddressRange },
  ),
  ...providerAddressVariables,
  ...providerPageVariables,
  ...providerQuotaVariables,
} as const;

function isTraceUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && text.includes('{traceId}') && URL.canParse(text);
}
