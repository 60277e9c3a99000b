import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import pg from 'pg'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresRestoredDatabase } from '../../../src/adapters/postgres/job/restore/restored-database.ts'
import { startEmbeddedServer } from '../../../src/operation/embedded/embedded-server.ts'
import { openScratch } from '../../support/scratch.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

it('finds a runtime that is connected to a restored database by a Unix socket', async () => {
  const directory = openScratch('spindle-socket-')
  const host = join(directory, 'sockets')
  mkdirSync(host)
  chmodSync(host, 0o777)
  const server = await startEmbeddedServer(directory, { fsync: 'off', unix_socket_directories: host })
  const url = new URL(server.url)
  url.searchParams.set('host', host)
  const runtime = new pg.Client({ connectionString: url.href, application_name: 'spindle-runtime test' })
  const database = new Database({ url: server.url, poolSize: 1 })
  try {
    const restored = new PostgresRestoredDatabase(database, new FakeClock())
    expect(await restored.connectedRuntimes()).toBe(0)
    await runtime.connect()
    expect(await restored.connectedRuntimes()).toBe(1)
  } finally {
    await runtime.end()
    await database.close()
    await server.stop()
  }
}, 60_000)
