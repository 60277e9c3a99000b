import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresUnitOfWork } from '../../../src/adapters/postgres/unit-of-work.ts'
import { currentRequest } from '../../../src/adapters/system/request-writes.ts'
import { provideAs } from '../../../src/composition/provide.ts'
import { OrganizationMove } from '../../../src/operation/cells/organization-move.ts'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Sealing } from '../../../src/ports/sealing.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a write of a signed-in user that was admitted before its organization moved to another cell', () => {
  let here: World
  let there: World
  let api: Api
  let person: Person
  let own: Workshop
  /** Called once, before the first transaction of an admitted request. */
  let beforeWriting: (() => Promise<unknown>) | null = null

  beforeAll(async () => {
    class LateUnitOfWork extends PostgresUnitOfWork {
      override async run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
        const wait = currentRequest() === null ? null : beforeWriting
        if (wait !== null) beforeWriting = null
        await wait?.()
        return super.run(work)
      }
    }
    here = await createWorld([
      provideAs(UnitOfWork, LateUnitOfWork, Database, Clock, Ids, Sealing, PersonDigests, Secrets),
    ])
    there = await createWorld()
    api = await createApi(here)
  })
  afterAll(async () => {
    await api.close()
    await here.close()
    await there.close()
  })
  beforeEach(async () => {
    beforeWriting = null
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const open = async (): Promise<OrganizationMove> => {
    const moving = await OrganizationMove.open(here.databaseUrl, {
      organizationId: person.organizationId,
      to: there.databaseUrl,
      cell: 'us2',
      from: 'eu1',
      url: null,
      refusedSeconds: 10,
      drainSeconds: 5,
    })
    await moving.state()
    expect(await moving.obstacle()).toBeNull()
    await moving.copy()
    await moving.drain()
    await moving.close()
    return moving
  }
  /** Moves the organization. The move is interrupted before the rows of the organization are deleted here. */
  const moveAndStop = async () => {
    const moving = await open()
    await moving.switch()
    await moving.end()
  }
  const moveAndClear = async () => {
    const moving = await open()
    await moving.switch()
    await moving.clearAway()
    await moving.end()
  }

  type Body = Readonly<Record<string, unknown>>
  interface Write {
    readonly method: string
    readonly path: string
    readonly json?: unknown
    readonly raw?: string
    readonly headers?: Readonly<Record<string, string>>
  }
  const form = (file: string) => ({
    raw: `--limit\r\ncontent-disposition: form-data; name="file"; filename="${file}"\r\n\r\nname,email\nEve,eve@example.com\n\r\n--limit--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
  })
  /** Returns a write of each kind: with and without a lock of the organization, and of a row or of none. */
  const writes: Record<string, () => Promise<Write>> = {
    'the upload of a file': async () => ({ method: 'POST', path: '/files', ...form('prices.csv') }),
    'a suppression': async () => ({
      method: 'POST',
      path: '/suppressions',
      json: { email: 'late@example.com' },
    }),
    'the end of a suppression': async () => {
      const { id } = await person.do('POST', '/suppressions', { email: 'bob@example.com' })
      return { method: 'DELETE', path: `/suppressions/${id}` }
    },
    'a contact policy': async () => ({
      method: 'PUT',
      path: '/organization/contact-policy',
      json: { daysBetweenSpinners: 2, messagesPerDay: 1, messagesPerWeek: null, activePerDomain: null },
    }),
    'a project': async () => ({ method: 'POST', path: '/projects', json: { name: 'Late' } }),
  }
  /** Sends a request without `fetch`, which repeats a request itself after the status 421. */
  const send = async ({ method, path, json, raw, headers }: Write, meanwhile?: () => Promise<unknown>) => {
    const request = http.request(`${api.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    const sent = json === undefined ? (raw ?? '') : JSON.stringify(json)
    if (meanwhile !== undefined) {
      request.write(sent.slice(0, -40))
      await here.sql.query('select pg_sleep(0.5)')
      await meanwhile()
    }
    request.end(meanwhile === undefined ? sent : sent.slice(-40))
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    return { status: response.statusCode, body: JSON.parse((await text(response)) || '{}') as Body }
  }

  it.each(Object.keys(writes))('is sent to the other cell if the move was interrupted: %s', async (name) => {
    const write = await writes[name]?.()
    beforeWriting = moveAndStop
    const { status, body } = await send(write as Write)
    expect([status, body['code'], body['cell']]).toEqual([421, 'ORGANIZATION_MOVED', 'us2'])
  })

  it.each(['the upload of a file', 'a suppression', 'the end of a suppression'])(
    'is sent to the other cell after its rows here were deleted: %s',
    async (name) => {
      const write = await writes[name]?.()
      beforeWriting = moveAndClear
      const { status, body } = await send(write as Write)
      expect([status, body['code']]).toEqual([421, 'ORGANIZATION_MOVED'])
      for (const table of ['files', 'suppressions']) {
        const query = `select from ${table} where organization_id = $1`
        expect((await here.sql.query(query, [person.organizationId])).rows).toEqual([])
      }
    },
  )

  it('is refused if it is an import whose file arrives slowly, because its session has ended', async () => {
    const path = `/data-tables/${own.dataTableId}/imports`
    const write = { method: 'POST', path, ...form('leads.csv') }
    const { status, body } = await send(write, moveAndStop)
    expect([status, body['code']]).toEqual([401, 'UNAUTHENTICATED'])
    const query = 'select from records where data_table_id = $1'
    expect((await there.sql.query(query, [own.dataTableId])).rows).toHaveLength(2)
  })
})
