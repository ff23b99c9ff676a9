import type { FleetAccess } from './fleet-access.ts';

/** Where nats-server listens if its address names no port. */
const DEFAULT_PORT = '4222';
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3})$/;

/**
 * What nats-server needs to carry a fleet: who may do what, a place for the object store, and the port of the address
 * that the sides were given. No secret is in it.
 */
export function brokerConfiguration({ host, authorization }: FleetAccess): string {
  const first = host.nats.split(',')[0]?.trim() ?? '';
  const { protocol = 'nats:', port = '', hostname = '' } = URL.parse(first) ?? {};
  const interfaces = LOOPBACK.test(hostname) ? '127.0.0.1' : '0.0.0.0';
  return `# The broker of the fleet ${host.fleet}, written by \`mortise fleet\`: nats-server -c nats-server.conf
# (2.9 or later). It holds public keys only. Changed keys count after \`nats-server --signal reload\`.
listen: "${interfaces}:${port || DEFAULT_PORT}"

# Code of extensions and what is too large for a message. It may be lost: hosts store it again.
jetstream {
  store_dir: "./jetstream"
  max_file_store: 10GB
}

${protocol === 'tls:' ? TLS : NO_TLS}
${authorization}`;
}

const TLS = `tls {
  cert_file: "./broker.pem"
  key_file: "./broker-key.pem"
}
`;

const NO_TLS = `# Keys prove who connects; what is said can be read on the way. Beyond a private network, use tls://… in
# the credentials and:
# tls { cert_file: "./broker.pem", key_file: "./broker-key.pem" }
`;
