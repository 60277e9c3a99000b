import { rmSync } from 'node:fs'

export default async function stopPostgres(): Promise<void> {
  await globalThis.testServer?.server.stop()
  if (globalThis.testServer !== undefined)
    rmSync(globalThis.testServer.directory, { recursive: true, force: true })
}
