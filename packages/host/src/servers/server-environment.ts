import type { OwnFolder } from './own-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What programs need of the host's environment to find their way, beside what MCP clients pass on. */
const PASSED_ON = [
  ...['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'LC_MESSAGES', 'TZ'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE'],
];
/** Addresses; one with a password in it is a secret of the host. */
const ADDRESSES = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['npm_config_registry', 'NPM_CONFIG_REGISTRY', 'UV_INDEX_URL', 'UV_DEFAULT_INDEX'],
  ...['PIP_INDEX_URL', 'UV_PYTHON_INSTALL_MIRROR'],
];
const WITH_PASSWORD = /\/\/[^/]*@/;

/** What a server gets of the host's environment: where things are, and nothing that is secret. */
export function passedOn(environment: Environment): Readonly<Record<string, string>> {
  const addresses = ADDRESSES.filter((name) => !WITH_PASSWORD.test(environment[name] ?? ''));
  const names = [...PASSED_ON, ...addresses];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Has all that programs keep for an account go to the folder of the server. */
export function homeEnvironment({ home, temporary }: OwnFolder): Readonly<Record<string, string>> {
  return {
    ...{ HOME: home, USERPROFILE: home, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
    // Set for the account, these would lead elsewhere.
    ...{ XDG_CACHE_HOME: `${home}/.cache`, XDG_CONFIG_HOME: `${home}/.config` },
    ...{ XDG_DATA_HOME: `${home}/.local/share`, XDG_STATE_HOME: `${home}/.local/state` },
    npm_config_update_notifier: 'false',
  };
}
