import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder that the user of the database may enter; otherwise the database would be placed elsewhere.
 */
export function openScratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'spindle-test-'))
  chmodSync(directory, 0o755)
  return directory
}
