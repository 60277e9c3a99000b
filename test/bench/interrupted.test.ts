import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { DriverProcess } from '../support/driver-process.ts'
import { until } from '../support/until.ts'

it.each([
  ['bench', 'ingest', 'SIGTERM'],
  ['chaos', 'durability', 'SIGINT'],
] as const)(
  'npm run %s -- %s that is stopped by %s stops its database and its processes',
  async (driver, name, signal) => {
    const run = new DriverProcess(driver, name)
    try {
      const pidFile = () => join(run.directory, run.left()[0] ?? '', 'postgres', 'cluster', 'postmaster.pid')
      // Returns the process id of the run's PostgreSQL; empty while its PID file is missing, or is still
      // empty because PostgreSQL has just created it.
      const pid = () => (existsSync(pidFile()) ? readFileSync(pidFile(), 'utf8').split('\n')[0] : '') ?? ''
      await until(() => Promise.resolve(pid() !== ''))
      const database = pid()
      run.signal(signal)
      expect(await run.exit).toBe(1)
      expect(run.errors).toContain(`Ended by ${signal}`)
      expect([commandOf(database), run.left()]).toEqual(['', []])
    } finally {
      run.remove()
    }
  },
)

/**
 * Returns the command line of the run's process with this id. It is empty for a process that has ended, even
 * if its parent has not collected the exit status.
 */
function commandOf(pid: string): string {
  const path = `/proc/${pid}/cmdline`
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
