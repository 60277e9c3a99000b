import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
}

const packages: Readonly<Record<keyof typeof programs, string>> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql-15',
}

/** Returns the Debian packages that the failover trial needs and that are not installed. */
export function missingPackages(): readonly string[] {
  const missing = Object.entries(programs)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => packages[name as keyof typeof programs])
  const hasModule = spawnSync('/usr/bin/python3', ['-c', 'import etcd']).status === 0
  return hasModule ? missing : [...missing, 'python3-etcd']
}
