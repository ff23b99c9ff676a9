import { needs } from './missing.ts';

const absent = (member: string): unknown => needs('none', `WebAssembly.${member}`);

/**
 * Stand for members of `WebAssembly`, which no isolate has: machine code is made of it, and memory that the
 * isolate's bound does not hold. The name itself stays unknown, so that code that asks first goes another way.
 */
export const compile: unknown = absent('compile');
export const compileStreaming: unknown = absent('compileStreaming');
export const instantiate: unknown = absent('instantiate');
export const instantiateStreaming: unknown = absent('instantiateStreaming');
export const validate: unknown = absent('validate');
export const Module: unknown = absent('Module');
export const Instance: unknown = absent('Instance');
export const Memory: unknown = absent('Memory');
export const Table: unknown = absent('Table');
export const Global: unknown = absent('Global');
export const RuntimeError: unknown = absent('RuntimeError');
export const CompileError: unknown = absent('CompileError');
export const LinkError: unknown = absent('LinkError');
