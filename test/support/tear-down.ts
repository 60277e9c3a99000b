/**
 * Stops what the parts of the tests share. Jest chooses whose teardown runs first, so each stops the service of the
 * browser tests before the server with the service's database.
 */
export default async function tearDown(): Promise<void> {
  const { testService, testServer } = globalThis
  globalThis.testService = undefined
  globalThis.testServer = undefined
  await testService?.stop()
  await testServer?.stop()
}
