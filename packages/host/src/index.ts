export {
  type LoadoutFile,
  type LoadoutFileOptions,
  parseLoadoutYaml,
} from './config/loadout-file.ts';
