/** 100 ms after the first failure, doubled up to 5 s. */
export const backoffMs = (failures: number): number => Math.min(100 * 2 ** Math.min(failures - 1, 10), 5_000);
