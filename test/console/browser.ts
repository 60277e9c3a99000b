import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const installed = '/usr/bin/chromium'

/** Debian's Chromium where it is installed, otherwise the one that came with the dependencies. */
export async function launchBrowser(): Promise<Browser> {
  const ownArguments = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return existsSync(installed)
    ? chromium.launch({ executablePath: installed, args: ownArguments })
    : chromium.launch({ executablePath: await sparticuz.executablePath(), args: sparticuz.args })
}
