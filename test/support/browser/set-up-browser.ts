import setUp from '../set-up.ts'
import { type UnpackedBrowser, unpackBrowser } from './unpack-browser.ts'

declare global {
  var testBrowser: UnpackedBrowser | undefined
}

/** What the tests in a browser need besides a database: one browser, unpacked once. */
export default async function setUpBrowser(): Promise<void> {
  await setUp()
  globalThis.testBrowser = await unpackBrowser()
  process.env['TEST_BROWSER'] = JSON.stringify(globalThis.testBrowser)
}
