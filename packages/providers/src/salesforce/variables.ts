import { baseUrl, integer, list, optional, pageUrl, textOf } from '@writ/service-kit';

export const salesforceVariables = {
  url: {
    SALESFORCE_LOGIN_URL: baseUrl(
      "Address where the tokens of Salesforce accounts without a My Domain are refreshed. One that is not Salesforce's own stands in for all of Salesforce.",
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
      "Hosts (separated by commas; host, or host:port where the port is not the usual one) that Salesforce connections may lead to, by http too, besides Salesforce's own and the address of SALESFORCE_LOGIN_URL.",
      { fallback: ',' },
    ),
  },
  page: {
    SALESFORCE_AUTHORIZE_URL: optional(
      pageUrl('Page where people let an app into Salesforce; without it that of SALESFORCE_LOGIN_URL.'),
    ),
  },
  quota: {
    SALESFORCE_DAILY_PERCENT: integer(
      'Share of the calls of 24 hours of a Salesforce org, by whomever used, at which asynchronous writes stop.',
      { fallback: '80', min: 1, max: 100 },
    ),
  },
};
