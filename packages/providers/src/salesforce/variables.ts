import { baseUrl, integer, list, optional, pageUrl, textOf } from '@writ/service-kit';

export const salesforceVariables = {
  url: {
    SALESFORCE_LOGIN_URL: baseUrl(
      "Address where the tokens of Salesforce accounts without a My Domain are refreshed. An address that is not Salesforce's own replaces all of Salesforce.",
      { fallback: 'https://login.salesforce.com' },
    ),
  },
  call: {
    SALESFORCE_API_VERSION: textOf('Version of the Salesforce REST API, such as 66.0.', {
      fallback: '66.0',
      ofWhat: 'version of this form',
      isRight: (version) => /^\d+\.\d$/.test(version),
    }),
    SALESFORCE_ALLOW_HOSTS: list(
      "Hosts (separated by commas; host, or host:port for an unusual port) that Salesforce connections may lead to, also by http, besides Salesforce's own and the address of SALESFORCE_LOGIN_URL.",
      { fallback: ',' },
    ),
  },
  page: {
    SALESFORCE_AUTHORIZE_URL: optional(
      pageUrl('Page where people authorize an app at Salesforce; by default that of SALESFORCE_LOGIN_URL.'),
    ),
  },
  quota: {
    SALESFORCE_DAILY_PERCENT: integer(
      "Percentage of a Salesforce org's calls in 24 hours, including those of other clients, at which asynchronous writes stop.",
      { fallback: '80', min: 1, max: 100 },
    ),
  },
};
