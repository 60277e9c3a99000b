import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for what is thrown away afterwards. */
export function makeScratch(): string {
  return mkdtempSync(join(tmpdir(), 'spindle-check-'))
}
