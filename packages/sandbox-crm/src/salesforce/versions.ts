/** Any `vNN.0` from 31 on. */
export const isVersion = (segment: string): boolean => Number(/^v(\d{2,3})\.0$/.exec(segment)?.[1]) >= 31;
