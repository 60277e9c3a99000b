import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'

/**
 * Starts a database server of the simulator, prints the lock file of its socket, and runs until the process is
 * killed.
 */
const simulator = `
  import { startSimulationServer } from '${new URL('server.ts', import.meta.url).href}'
  const url = new URL((await startSimulationServer(1)).urls[0])
  console.log(url.searchParams.get('host') + '/.s.PGSQL.' + url.port + '.lock')
  setInterval(() => {}, 60_000)`

describe('the database server of the simulator', () => {
  it('ends with its files when the simulator is killed', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', simulator], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let directory: string
    let pid: number
    try {
      const { value: lock } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
      directory = dirname(dirname(String(lock)))
      pid = Number(readFileSync(String(lock), 'utf8').split('\n')[0])
      expect(isAlive(pid)).toBe(true)
    } finally {
      child.kill('SIGKILL')
    }
    while (isAlive(pid) || existsSync(directory)) await setTimeout(20)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
