import pg from 'pg'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/adapters/postgres/embedded-server.ts'
import { migrate } from '../../src/adapters/postgres/migrations.ts'
import { openScratch } from './scratch.ts'

declare global {
  // Kept for globalTeardown, which Jest runs in the same process.
  var testServer: { server: EmbeddedServer; directory: string } | undefined
}

/** One server for all test files, with a migrated template that each of them copies its own database from. */
export default async function startPostgres(): Promise<void> {
  const directory = openScratch()
  const server = await startEmbeddedServer(directory, {
    fsync: 'off',
    synchronous_commit: 'on',
    max_connections: '300',
  })
  globalThis.testServer = { server, directory }
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database template_spindle')
  await admin.end()
  await migrate(server.url.replace(/\/spindle$/, '/template_spindle'))
  process.env['TEST_SERVER_URL'] = server.url
}
