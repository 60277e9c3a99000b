import { buildService } from '../../scripts/build/build.mjs'
import { openTestServer, type TestServer } from './test-server.ts'

declare global {
  // The database server of the tests, kept for globalTeardown, which Jest runs in the same process.
  var testServer: TestServer | undefined
}

/**
 * Starts the database server for the test files that need one, and bundles the service, from which they start
 * processes. Jest projects that run together share both.
 */
export default async function setUp(): Promise<void> {
  if (globalThis.testServer !== undefined) return
  const server = await openTestServer()
  globalThis.testServer = server
  process.env['TEST_BUNDLE'] = buildService()
  process.env['TEST_SERVER_URL'] = server.url
  process.env['TEST_DATABASE_PREFIX'] = server.prefix
  process.env['TEST_PREPARED_DATA'] = server.preparedData ?? ''
}
