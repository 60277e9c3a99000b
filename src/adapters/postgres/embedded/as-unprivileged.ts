import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/** PostgreSQL refuses to run as root; for root it runs as "nobody", a user that every Linux has. */
export const unprivileged = { uid: 65534, gid: 65534 }
export const isRoot = process.getuid?.() === 0
/**
 * The environment of the database, without the settings and secrets of the service: an attacker who gets into
 * the database can read its environment.
 */
const { PATH = '', TZ, LANG } = process.env
export const environment = {
  PATH,
  ...(TZ === undefined ? {} : { TZ }),
  ...(LANG === undefined ? {} : { LANG }),
}
export const runAs = { ...(isRoot ? unprivileged : {}), env: environment }

/** Creates a folder that every user can read and enter, whatever the umask is. */
export function makeOpenDirectory(path: string): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
}
