import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { locateBinaries } from '../../../src/operation/embedded/binaries.ts'
import { findDatabase } from '../../../src/operation/embedded/embedded-folder.ts'
import { startEmbeddedServer } from '../../../src/operation/embedded/embedded-server.ts'
import { openScratch } from '../../support/scratch.ts'
import { until } from '../../support/until.ts'

const clocks = [performance, Date].map((clock) => ({ clock, now: clock.now.bind(clock) }))

/**
 * A recovery that takes as long as the test wants: PostgreSQL waits for a file of an archive until `end` is called. Each
 * second that pg_ctl waits for a start is shortened to a thirtieth.
 */
describe('an embedded database that is recovering', () => {
  let directory: string
  let cluster: string
  /** The milliseconds by which the clocks of this process are ahead. */
  let ahead: number
  const logs: string[] = []

  beforeEach(async () => {
    logs.length = 0
    ahead = 0
    for (const { clock, now } of clocks) clock.now = () => now() + ahead
    directory = openScratch()
    await (await startEmbeddedServer(directory)).stop()
    cluster = (await findDatabase(directory)).cluster
    writeFileSync(join(cluster, 'recovery.signal'), '')
    chmodSync(join(cluster, 'recovery.signal'), 0o666)
    const { pgCtl } = await locateBinaries()
    mkdirSync(join(directory, 'bin'))
    program('pg_ctl', `for word; do shift; set -- "$@" "\${word%[23]0}"; done; exec '${pgCtl}' "$@"`)
    program(
      'restore',
      `until test -e '${directory}/code'; do sleep 0.1; done; exit $(cat '${directory}/code')`,
    )
  })
  afterEach(async () => {
    for (const { clock, now } of clocks) clock.now = now
    end(1)
    if (existsSync(join(cluster, 'postmaster.pid'))) process.kill(Number(pidFile()[0]), 'SIGQUIT')
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
  })

  const program = (name: string, lines: string) => {
    writeFileSync(join(directory, 'bin', name), `#!/bin/sh\n${lines}\n`)
    chmodSync(join(directory, 'bin', name), 0o755)
  }

  /** Ends the wait for the file of the archive: with 1 PostgreSQL continues without the file, with 127 it fails. */
  const end = (code: number) => {
    writeFileSync(join(directory, 'code.draft'), String(code))
    renameSync(join(directory, 'code.draft'), join(directory, 'code'))
  }

  const start = (ending?: AbortSignal) =>
    startEmbeddedServer(
      directory,
      { restore_command: join(directory, 'bin', 'restore'), hot_standby: 'off' },
      { binariesFolder: directory, onRecovery: (log) => logs.push(log), ...(ending && { ending }) },
    )

  const pidFile = () => readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')

  /** Returns the SQLSTATE with which the server refuses a connection, or the code of another error. */
  const refusal = async () => {
    try {
      const client = new pg.Client({
        host: '127.0.0.1',
        port: Number(pidFile()[3]),
        user: 'x',
        database: 'x',
      })
      await client.connect()
      await client.end()
      return ''
    } catch (error) {
      return (error as { code?: string }).code
    }
  }

  /** Lets many minutes pass while the server recovers, and returns when the start has reported the recovery. */
  const recovers = async (starting: Promise<unknown>) => {
    await until(async () => (await refusal()) === '57P03')
    const ended = starting.then(() => 'ended')
    while (logs.length === 0) {
      ahead += 200_000
      if ((await Promise.race([ended, setTimeout(200)])) === 'ended') throw new Error('It did not wait')
    }
    ahead += 2_000_000
    await setTimeout(500)
  }

  it('is waited for without a limit, which is reported once', async () => {
    const starting = start()
    await recovers(starting)
    end(1)
    const server = await starting
    expect(logs).toEqual([join(server.directory, 'postgres.log')])
    await server.stop()
  })

  it('makes the start fail with the end of its log if it ends', async () => {
    const starting = start()
    await recovers(starting)
    end(127)
    await expect(starting).rejects.toMatchObject({
      name: 'StartFault',
      message: expect.stringMatching(
        /ended while it was recovering after a crash[^]*startup process failure/,
      ),
    })
  })

  it('continues to recover if the start is stopped, and is used by the next start', async () => {
    const ending = new AbortController()
    const stopped = start(ending.signal)
    await recovers(stopped)
    const [pid] = pidFile()
    ending.abort()
    await expect(stopped).rejects.toThrow('aborted')
    logs.length = 0
    const next = start()
    await recovers(next)
    end(1)
    const server = await next
    expect(pidFile()[0]).toBe(pid)
    await server.stop()
  })
})
