import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { type ConnectionTarget, connectionTo } from '../../../src/adapters/postgres/servers.ts'
import { FakePostgres } from '../../support/servers/fake-postgres.ts'

describe('connections to a primary and a replica', () => {
  let first: FakePostgres
  let second: FakePostgres
  let target: ConnectionTarget
  let clients: pg.Client[]

  beforeEach(async () => {
    first = await FakePostgres.start('first', { follows: false })
    second = await FakePostgres.start('second', { follows: true })
    target = connectionTo(`postgres://user@${second.host},${first.host}/spindle`)
    clients = []
  })
  afterEach(async () => {
    first.close()
    second.close()
    await Promise.allSettled(clients.map((client) => client.end()))
  })

  async function open(): Promise<pg.Client> {
    const client = new pg.Client(target)
    client.on('error', () => {})
    clients.push(client)
    await client.connect()
    return client
  }

  const nameOf = async (client: pg.Client) => (await client.query<{ name: string }>('name')).rows[0]?.name

  it('are closed to an unresponsive server as soon as the other one accepts writes', async () => {
    const client = await open()
    expect(await nameOf(client)).toBe('first')
    first.pause()
    const waiting = nameOf(client)
    waiting.catch(() => {})
    second.follows = false
    await expect(waiting).rejects.toThrow('Connection terminated')
    expect(await nameOf(await open())).toBe('second')
  })

  it('are closed to a server that has become a replica', async () => {
    const client = await open()
    const lost = new Promise((done) => client.once('end', done))
    first.follows = true
    second.follows = false
    await lost
    expect(await nameOf(await open())).toBe('second')
  })

  it('stay, and new ones are opened, while their server accepts writes, whatever the other reports', async () => {
    const client = await open()
    second.follows = false
    expect(await nameOf(await open())).toBe('first')
    expect(await nameOf(client)).toBe('first')
  })

  it('are refused like failed connections while neither accepts writes', async () => {
    first.follows = true
    await expect(open()).rejects.toMatchObject({ syscall: 'connect' })
  })
})
