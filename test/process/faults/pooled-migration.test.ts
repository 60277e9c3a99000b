import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { assertDirectDatabase } from '../../../src/process/assert-direct-database.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

describe('a migration with DATABASE_POOLED', () => {
  let database: TestDatabase
  const pooler = createServer((client) => {
    const { hostname, port } = new URL(database.url)
    const server = connect(Number(port), hostname)
    client.pipe(server)
    server.on('data', (bytes) => {
      // Changes the process id in the message BackendKeyData for the test, as PgBouncer does.
      const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
      if (at >= 0) bytes.writeInt32BE(1, at + 5)
      client.write(bytes)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  beforeAll(async () => {
    database = await createTestDatabase()
    await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening))
  })
  afterAll(async () => {
    pooler.close()
    await database.drop()
  })
  const pooledUrl = () => {
    const url = new URL(database.url)
    url.hostname = '127.0.0.1'
    url.port = String((pooler.address() as AddressInfo).port)
    return url.href
  }

  it('is refused with what to do if a pooler is in front of the database', async () => {
    await expect(assertDirectDatabase(pooledUrl(), { databasePooled: true })).rejects.toThrow(
      /^A migration needs a direct connection to PostgreSQL, .* Run `npm run migrate` with a DATABASE_URL of PostgreSQL itself/,
    )
  })

  it('runs with a direct connection, although the other processes use a pooler', async () => {
    await assertDirectDatabase(database.url, { databasePooled: true })
  })

  it('runs by a pooler of whole sessions', async () => {
    await assertDirectDatabase(pooledUrl(), { databasePooled: false })
  })
})
