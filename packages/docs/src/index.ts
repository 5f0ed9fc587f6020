export type { ProviderCauses } from './provider-causes.ts';
export { describeHost } from './openapi/describe-host.ts';
export type { OpenApiDocument } from './openapi/openapi-document.ts';
export { openerPage } from './pages/opener-page.ts';
export type { Site } from './pages/site.ts';
export { sitePages } from './site-pages.ts';
