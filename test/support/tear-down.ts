export default async function tearDown(): Promise<void> {
  const { testServer } = globalThis
  globalThis.testServer = undefined
  await testServer?.stop()
}
