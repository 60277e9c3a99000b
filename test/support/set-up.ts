import pg from 'pg'
import {
  type EmbeddedServer,
  startEmbeddedServer,
} from '../../src/adapters/postgres/embedded/embedded-server.ts'
import { migrate } from '../../src/adapters/postgres/schema/migrate.ts'
import { openScratch } from './scratch.ts'
import { type UnpackedBrowser, unpackBrowser } from './unpack-browser.ts'

declare global {
  // Kept for globalTeardown, which Jest runs in the same process.
  var testServer: { server: EmbeddedServer; directory: string; browser: UnpackedBrowser } | undefined
}

/**
 * For all test files: one server, with a migrated template that each of them copies its own database
 * from, and one browser.
 */
export default async function setUp(): Promise<void> {
  const directory = openScratch()
  const server = await startEmbeddedServer(directory, {
    fsync: 'off',
    synchronous_commit: 'on',
    max_connections: '300',
  })
  const browser = await unpackBrowser()
  globalThis.testServer = { server, directory, browser }
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database template_spindle')
  await admin.end()
  await migrate(server.url.replace(/\/spindle$/, '/template_spindle'))
  process.env['TEST_SERVER_URL'] = server.url
  process.env['TEST_BROWSER'] = JSON.stringify(browser)
}
