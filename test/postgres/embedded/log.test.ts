import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import pg from 'pg'
import { startEmbeddedServer } from '../../../src/operation/embedded/embedded-server.ts'
import { openScratch } from '../../support/scratch.ts'

let directory: string
beforeEach(() => {
  directory = openScratch()
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const megabyte = 1024 * 1024
const large = Buffer.alloc(17 * megabyte, 'former line\n')

/** Makes the server write a line to its log. */
async function fail(url: string, table: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select from ${table}`).catch(() => {})
  await client.end()
}

it('the log of the embedded database never grows far beyond 16 MB, while the database runs and at its start', async () => {
  const server = await startEmbeddedServer(directory)
  const log = join(server.directory, 'postgres.log')
  await fail(server.url, 'first_missing')
  await server.shortenLog()
  expect(readFileSync(log, 'utf8')).toContain('first_missing')

  appendFileSync(log, large)
  await server.shortenLog()
  await fail(server.url, 'second_missing')
  expect(readFileSync(`${log}.1`, 'utf8')).toContain('first_missing')
  expect(readFileSync(log, 'utf8')).toContain('second_missing')
  expect(statSync(log).size).toBeLessThan(megabyte)
  await server.stop()

  appendFileSync(log, large)
  const next = await startEmbeddedServer(directory)
  expect(readFileSync(`${log}.1`, 'utf8')).toContain('second_missing')
  expect(statSync(log).size).toBeLessThan(megabyte)
  await next.stop()
})

it('a failed start shows the last lines of the log', async () => {
  await (await startEmbeddedServer(directory)).stop()
  writeFileSync(join(directory, 'postgres', 'cluster', 'postgresql.auto.conf'), "shared_buffers = 'much'\n")
  await expect(startEmbeddedServer(directory, { work_mem: 'little' })).rejects.toMatchObject({
    name: 'StartFault',
    message: expect.stringMatching(/did not start[^]*postgres\.log[^]*invalid value for parameter/),
  })
})
