import { rmSync } from 'node:fs'

export default async function tearDown(): Promise<void> {
  const { testServer } = globalThis
  if (testServer === undefined) return
  await testServer.server.stop()
  for (const directory of [testServer.directory, testServer.browser.directory])
    if (directory !== null) rmSync(directory, { recursive: true, force: true })
}
