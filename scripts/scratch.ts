import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a temporary folder, which the caller deletes. */
export function makeScratch(): string {
  return mkdtempSync(join(tmpdir(), 'spindle-check-'))
}
