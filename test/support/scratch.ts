import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own that the user of the database may enter too, or the database would live elsewhere. */
export function openScratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'spindle-test-'))
  chmodSync(directory, 0o755)
  return directory
}
