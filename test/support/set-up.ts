import { openTestServer, type TestServer } from './test-server.ts'

declare global {
  // The server of the tests, kept for globalTeardown, which Jest runs in the same process.
  var testServer: TestServer | undefined
}

/** Sets up the test files that need a database. Parts of the tests that run together share one server. */
export default async function setUp(): Promise<void> {
  if (globalThis.testServer !== undefined) return
  const server = await openTestServer()
  globalThis.testServer = server
  process.env['TEST_SERVER_URL'] = server.url
  process.env['TEST_DATABASE_PREFIX'] = server.prefix
  process.env['TEST_PREPARED_DATA'] = server.preparedData ?? ''
}
