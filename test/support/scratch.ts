import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUpAfterThisProcess } from './servers/clean-up.ts'

/** The folder of Linux whose files are in memory (/dev/shm), for files of the tests. */
const memory = '/dev/shm'

/**
 * The free space in bytes that the folder in memory must have for a test run to use it. Containers often have
 * only 64 MB in memory.
 */
const neededBytes = 4 * 1024 ** 3

/**
 * Creates a temporary folder for tests that the user of the database may enter; otherwise the database would be
 * placed elsewhere. The folder may be in memory, so it is removed also if this process is killed.
 */
export function openScratch(prefix = 'spindle-test-'): string {
  const directory = mkdtempSync(join(fastestFolder(), prefix))
  chmodSync(directory, 0o755)
  cleanUpAfterThisProcess(directory)
  return directory
}

/**
 * Returns the folder for temporary files of the tests: in memory if there is room, because creating and
 * dropping a database of 1,000 files takes half of the processor time there. `TMPDIR` sets another folder.
 */
function fastestFolder(): string {
  if ((process.env['TMPDIR'] ?? '') !== '' || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= neededBytes ? memory : tmpdir()
}
