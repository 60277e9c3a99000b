import { type Browser, chromium } from 'playwright-core'
import type { UnpackedBrowser } from '../../scripts/tools/unpack-browser.ts'

/** Chromium flags for the machines that run the tests: no screen, the user root, and no network. */
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
