export {
  type ConsoleFile,
  type ConsoleFiles,
  type ContentEncoding,
  openConsole,
} from './console-files.ts';
