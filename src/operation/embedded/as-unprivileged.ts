import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/**
 * The ids of the user "nobody", which every Linux has. PostgreSQL refuses to run as root, so a service that
 * runs as root starts it as this user.
 */
export const unprivileged = { uid: 65534, gid: 65534 }
export const isRoot = process.getuid?.() === 0
/**
 * The environment variables of the embedded PostgreSQL process, without settings and secrets of the service.
 * An attacker who gets into the database can read them.
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
