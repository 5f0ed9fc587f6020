import { baseUrl, integer, optional, pageUrl, textOf } from '@writ/service-kit';

export const hubspotVariables = {
  url: {
    HUBSPOT_BASE_URL: baseUrl('Address of the HubSpot API; the sandbox serves one under /hubspot.', {
      fallback: 'https://api.hubapi.com',
    }),
  },
  call: {
    HUBSPOT_PATH_VERSION: textOf('Version in the paths of the HubSpot API: v3, or a date such as 2026-03.', {
      fallback: '2026-03',
      ofWhat: 'version of this form',
      isRight: (version) => /^(v\d+|\d{4}-\d{2})$/.test(version),
    }),
  },
  page: {
    HUBSPOT_AUTHORIZE_URL: optional(
      pageUrl(
        "Page where people authorize an app at HubSpot; by default HubSpot's own, or that of HUBSPOT_BASE_URL.",
      ),
    ),
  },
  quota: {
    HUBSPOT_WINDOW_LIMIT: integer(
      'Calls that a HubSpot account allows in 10 seconds, until its answers show its own limit.',
      { fallback: '100', min: 1, max: 100_000 },
    ),
  },
};
