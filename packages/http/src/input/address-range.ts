import ipaddr from 'ipaddr.js';

/** A range (`10.0.0.0/8`) or a single address. */
export const isAddressRange = (text: string): boolean => ipaddr.isValidCIDR(text) || ipaddr.isValid(text);
