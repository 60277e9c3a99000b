import { type UnpackedBrowser, unpackBrowser } from '../../../scripts/tools/unpack-browser.ts'
import { openScratch } from '../scratch.ts'
import setUp from '../set-up.ts'
import { type SharedService, startSharedService } from './shared-service.ts'

declare global {
  var testBrowser: UnpackedBrowser | undefined
  var testService: SharedService | undefined
}

/** Starts what the browser tests share besides a database: one browser, unpacked once, and one service. */
export default async function setUpBrowser(): Promise<void> {
  await setUp()
  const browser = await unpackBrowser(() => openScratch())
  globalThis.testBrowser = browser
  const service = await startSharedService()
  globalThis.testService = service
  process.env['TEST_BROWSER'] = JSON.stringify(browser)
  process.env['TEST_SERVICE'] = service.url
}
