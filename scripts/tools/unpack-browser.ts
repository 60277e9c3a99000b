import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sparticuz, { inflate } from '@sparticuz/chromium'

export interface UnpackedBrowser {
  readonly executablePath: string
  /** The folder with the system libraries that the tests' Chromium needs; null if the machine has them. */
  readonly libraries: string | null
  readonly directory: string | null
}

/** The path of Chromium from Debian's package, for browser tests. */
const installed = '/usr/bin/chromium'

/**
 * Unpacks the tests' Chromium that comes with the dependencies, which starts twice as fast as Debian's. Other
 * processors use Debian's. `openScratch` makes a folder for it alone, because the package trusts what another run has
 * half unpacked in a shared one.
 */
export async function unpackBrowser(openScratch: () => string): Promise<UnpackedBrowser> {
  if (process.arch !== 'x64') return { executablePath: installed, libraries: null, directory: null }
  const directory = openScratch()
  const { TMPDIR } = process.env
  process.env['TMPDIR'] = directory
  try {
    const executablePath = await sparticuz.executablePath()
    const { resolve } = createRequire(import.meta.url)
    const packed = join(dirname(resolve('@sparticuz/chromium')), '..', 'bin', 'al2023.tar.br')
    const libraries = join(await inflate(packed), 'lib')
    return { executablePath, libraries, directory }
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
}
