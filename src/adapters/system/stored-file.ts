import { randomUUID } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { StartFault } from './start-fault.ts'

interface StoredFileOptions {
  /** The smallest number of characters that the file must hold. A shorter file is refused. */
  readonly least: number
  /** The user and group to which a new file belongs; null or missing for those of this process. */
  readonly owner?: { readonly uid: number; readonly gid: number } | null
}

/**
 * Returns the secret text that a file holds. Creates the file with the text of `make` if it is missing. The file gets
 * its name when its text is on the disk, so that a crash or a full disk leaves no file that is empty or cut off. If two
 * processes create the file at once, both get the same text.
 */
export function storedFile(
  path: string,
  make: () => string,
  { least, owner = null }: StoredFileOptions,
): string {
  if (!existsSync(path)) create(path, make(), owner)
  const text = readFileSync(path, 'utf8')
  if (text.length >= least) return text
  throw new StartFault(
    `The file ${path} holds ${text.length} characters and must hold at least ${least}. Restore it from a backup. If no backup has it, delete it, and the next start creates another one. If the service has worked with the present file, docs/operate/secrets.md says what a lost key costs.`,
  )
}

function create(path: string, text: string, owner: StoredFileOptions['owner']): void {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    if (owner) chownSync(draft, owner.uid, owner.gid)
    flush(draft)
    name(draft, path)
    flushFolder(dirname(path))
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Gives a complete file its name, unless another process has just created a file of this name. */
function name(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    // Renames the file on file systems without hard links, such as some network shares.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' && !existsSync(path)) renameSync(draft, path)
  }
}

/** Writes the name of a new file to the disk, on file systems that can do this for a folder. */
function flushFolder(path: string): void {
  try {
    flush(path)
  } catch {
    // Leaves the time of writing to the file system.
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
