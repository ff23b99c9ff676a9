import module from 'buffer/';

export const { Buffer, kMaxLength, INSPECT_MAX_BYTES } = module;
export const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: 536_870_888 };
export const atob = globalThis.atob;
export const btoa = globalThis.btoa;
