import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unusedPort } from '../../support/servers/unused-port.ts'
import type { Cluster } from './cluster.ts'
import { programs } from './packages.ts'
import { openFolder, Part } from './part.ts'
import { writeSample } from './sample.ts'

/**
 * The ways in the failover trial by which processes of the service reach the database server that takes writes:
 * directly, by HAProxy, or by PgBouncer behind HAProxy.
 */
export const topologies = ['direct', 'haproxy', 'pgbouncer'] as const
export type Topology = (typeof topologies)[number]

/**
 * The milliseconds within which the trial expects the service to accept writes after a new primary accepts
 * them, by topology.
 */
export const writesAgainWithinMs: Readonly<Record<Topology, number>> = {
  direct: 3_000,
  haproxy: 3_000,
  pgbouncer: 6_000,
}

/**
 * Starts the proxies of a topology of the failover trial, and returns the settings by which the service reaches
 * the database.
 */
export async function startTopology(
  topology: Topology,
  cluster: Cluster,
  directory: string,
): Promise<Readonly<Record<string, string>>> {
  if (topology === 'direct') return { DATABASE_URL: cluster.url }
  const proxy = await startHaproxy(cluster, directory)
  if (topology === 'haproxy') return { DATABASE_URL: urlAt(proxy) }
  return { DATABASE_URL: urlAt(await startPgBouncer(proxy, directory)), DATABASE_POOLED: 'true' }
}

async function startHaproxy({ members }: Cluster, directory: string): Promise<number> {
  const [folder, port] = [openFolder(directory, 'haproxy'), await unusedPort()]
  const file = join(folder, 'haproxy.cfg')
  writeSample('haproxy.cfg', file, [
    ['10.0.0.31:5000', `127.0.0.1:${port}`],
    ...members.map(({ port: own, restPort }, index): [string, string] => [
      `10.0.0.1${index + 1}:5432 check port 8008`,
      `127.0.0.1:${own} check port ${restPort}`,
    ]),
  ])
  Part.start(folder, programs.haproxy, ['-db', '-f', file])
  return port
}

async function startPgBouncer(proxy: number, directory: string): Promise<number> {
  const [folder, port] = [openFolder(directory, 'pgbouncer'), await unusedPort()]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'userlist.txt'), '"spindle" "spindle"\n')
  writeSample('pgbouncer.ini', file, [
    ['host=10.0.0.31 port=5000', `host=127.0.0.1 port=${proxy}`],
    ['listen_addr = 10.0.0.32', 'listen_addr = 127.0.0.1'],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
    ['/var/log/postgresql', folder],
    ['/var/run/postgresql', folder],
  ])
  Part.start(folder, programs.pgbouncer, ['-q', file])
  return port
}

function urlAt(port: number): string {
  return `postgres://spindle:spindle@127.0.0.1:${port}/spindle`
}
