import { rmSync } from 'node:fs'
import tearDown from '../tear-down.ts'

export default async function tearDownBrowser(): Promise<void> {
  await tearDown()
  const directory = globalThis.testBrowser?.directory ?? null
  if (directory !== null) rmSync(directory, { recursive: true, force: true })
}
