import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedServer } from '../../../src/adapters/postgres/embedded/embedded-server.ts'
import { migrate } from '../../../src/adapters/postgres/schema/migrate.ts'
import { databaseAt } from '../../support/test-server.ts'

/** A database server for runs: in memory where the machine has a place there, and without a thought for the disk. */
export interface SimulationServer {
  /** Addresses of migrated databases, one for each process of the simulator. */
  readonly urls: readonly string[]
  stop(): Promise<void>
}

const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  shared_buffers: '128MB',
}

export async function startSimulationServer(databases: number): Promise<SimulationServer> {
  const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'spindle-simulation-'))
  chmodSync(directory, 0o755)
  const server = await startEmbeddedServer(directory, settings)
  const stop = async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const template = databaseAt(server.adminUrl, 'simulation')
    const admin = new pg.Client({ connectionString: server.adminUrl })
    await admin.connect()
    await admin.query('create database simulation')
    await migrate(template)
    const names = Array.from({ length: databases }, (_, index) => `simulation_${index + 1}`)
    for (const name of names) await admin.query(`create database ${name} template simulation`)
    await admin.end()
    return { urls: names.map((name) => databaseAt(server.adminUrl, name)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
