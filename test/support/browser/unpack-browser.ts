import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sparticuz, { inflate } from '@sparticuz/chromium'
import { openScratch } from '../scratch.ts'

export interface UnpackedBrowser {
  readonly executablePath: string
  /** What it needs beside it, where the machine does not have it. */
  readonly libraries: string | null
  readonly directory: string | null
}

/** By Debian's package. */
const installed = '/usr/bin/chromium'

/**
 * The Chromium that comes with the dependencies, which starts twice as fast as Debian's; that one where
 * there is none for the processor. It is unpacked into a folder of its own, because it trusts whatever
 * another run has half unpacked beside it.
 */
export async function unpackBrowser(): Promise<UnpackedBrowser> {
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
