/** A limit of `openDatabase` for busy machines, on which the usual one refuses connections that were ready in time. */
export const patientConnection = { connectionMs: 120_000 };
