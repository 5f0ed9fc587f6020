export { checkPackage } from './check-package.ts';
export { packPackage, publishedPackages, type Packed } from './pack-package.ts';
