import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedServer } from '../../src/operation/embedded/embedded-server.ts'
import { migrate } from '../../src/operation/migrations/migrate.ts'
import { openScratch } from '../support/scratch.ts'
import { databaseAt } from '../support/test-server.ts'

/**
 * A database server for simulation runs. Its files are in memory if the machine has /dev/shm, and nothing is
 * synced to disk.
 */
export interface SimulationServer {
  /** The URLs of migrated databases on this server, one for each process of the simulator. */
  readonly urls: readonly string[]
  /** Creates a further database, migrated or empty, and returns its URL. Drops `former` first, if it is given. */
  addDatabase(content: 'migrated' | 'empty', former?: string): Promise<string>
  stop(): Promise<void>
}

const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  track_activities: 'off',
  track_counts: 'off',
  update_process_title: 'off',
  jit: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  shared_buffers: '128MB',
}

export async function startSimulationServer(
  databases: number,
  further: Readonly<Record<string, string>> = {},
): Promise<SimulationServer> {
  const directory = openScratch('spindle-simulation-')
  // The simulator connects by a Unix socket, where a statement takes half the time of one over loopback TCP.
  // The socket's folder belongs to this server alone.
  const sockets = join(directory, 'sockets')
  mkdirSync(sockets)
  chmodSync(sockets, 0o777)
  const server = await startEmbeddedServer(directory, {
    ...settings,
    ...further,
    unix_socket_directories: sockets,
  })
  const stop = async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const template = databaseAt(server.adminUrl, 'simulation')
    const run = async (statement: string) => {
      const admin = new pg.Client({ connectionString: server.adminUrl })
      await admin.connect()
      await admin.query(statement)
      await admin.end()
    }
    await run('create database simulation')
    await migrate(template)
    let added = 0
    const addDatabase: SimulationServer['addDatabase'] = async (content, former) => {
      if (former !== undefined) await run(`drop database ${new URL(former).pathname.slice(1)} with (force)`)
      const name = `simulation_${++added}`
      await run(`create database ${name}${content === 'migrated' ? ' template simulation' : ''}`)
      return throughSocket(databaseAt(server.adminUrl, name), sockets)
    }
    const urls: string[] = []
    while (urls.length < databases) urls.push(await addDatabase('migrated'))
    return { urls, addDatabase, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function throughSocket(url: string, sockets: string): string {
  const there = new URL(url)
  there.searchParams.set('host', sockets)
  return there.href
}
