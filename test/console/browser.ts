import { type Browser, chromium } from 'playwright-core'
import type { UnpackedBrowser } from '../support/browser/unpack-browser.ts'

/** As the machine of a test is: without a screen, as root, and with no way to anywhere. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  const { executablePath, libraries } = JSON.parse(process.env['TEST_BROWSER'] ?? '') as UnpackedBrowser
  const environment = libraries === null ? {} : { LD_LIBRARY_PATH: libraries }
  return chromium.launch({ executablePath, args: flags, env: { ...process.env, ...environment } })
}
