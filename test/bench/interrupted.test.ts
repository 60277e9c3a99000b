import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { until } from '../support/until.ts'
import { BenchProcess } from './bench-process.ts'

it.each([
  ['ingest', 'SIGTERM'],
  ['durability', 'SIGINT'],
] as const)(
  'a bench of %s that is stopped by %s stops its database and its processes',
  async (name, signal) => {
    const bench = new BenchProcess(name)
    try {
      const pidFile = () =>
        join(bench.directory, bench.left()[0] ?? '', 'postgres', 'cluster', 'postmaster.pid')
      // Returns the process id of the bench's PostgreSQL; empty while its PID file is missing, or is still
      // empty because PostgreSQL has just created it.
      const pid = () => (existsSync(pidFile()) ? readFileSync(pidFile(), 'utf8').split('\n')[0] : '') ?? ''
      await until(() => Promise.resolve(pid() !== ''))
      const database = pid()
      bench.signal(signal)
      expect(await bench.exit).toBe(1)
      expect(bench.errors).toContain(`Ended by ${signal}`)
      expect([commandOf(database), bench.left()]).toEqual(['', []])
    } finally {
      bench.remove()
    }
  },
)

/**
 * Returns the command line of the bench's process with this id. It is empty for a process that has ended, even
 * if its parent has not collected the exit status.
 */
function commandOf(pid: string): string {
  const path = `/proc/${pid}/cmdline`
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
