import module from 'string_decoder/';

export const { StringDecoder } = module;
