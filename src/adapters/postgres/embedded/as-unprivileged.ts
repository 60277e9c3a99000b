import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/** PostgreSQL refuses to run as root; there it runs as "nobody", a user that every Linux has. */
export const unprivileged = { uid: 65534, gid: 65534 }
export const isRoot = process.getuid?.() === 0
/**
 * The settings of the service, secrets among them, are no business of the database's: its environment can be
 * read by an attacker who gets into it.
 */
const { PATH = '', TZ, LANG } = process.env
export const environment = {
  PATH,
  ...(TZ === undefined ? {} : { TZ }),
  ...(LANG === undefined ? {} : { LANG }),
}
export const runAs = { ...(isRoot ? unprivileged : {}), env: environment }

/** Whatever the umask is. */
export function makeOpenDirectory(path: string): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
}
