import type pg from 'pg'
import type { Demo } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import { type Load, load } from './load.ts'

/** A kind of request of the public API that benches measure. */
export interface PublicRequest extends Pick<Load, 'headers' | 'body' | 'clients' | 'keyed'> {
  readonly name: string
  readonly path: string
  /** The number of records that a request brings. */
  readonly rows: number
}

export const recordOf = (index: number) => ({
  name: `Person ${index}`,
  phone: `+1 202 555 ${String(index).padStart(4, '0')}`,
  account_id: `A-${index}`,
  email: `person${index}@example.com`,
})

/** Returns the requests of the public API whose cost matters, for a demo organization. */
export async function publicRequests(
  demo: Demo,
  database: pg.Client,
  service: string,
): Promise<PublicRequest[]> {
  const headers = { authorization: `Bearer ${demo.apiKey}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const { dataTableId, spinnerId } = demo
  const ingest = (name: string, clients: number, rows: number, changes: object = {}) => ({
    name,
    path: '/api/v1/public/ingest',
    headers: json,
    body: JSON.stringify({
      dataTableId,
      records: Array.from({ length: rows }, (_, index) => recordOf(index)),
      ...changes,
    }),
    clients,
    rows,
  })
  const trigger = (name: string, clients: number, body?: object) => ({
    name,
    path: `/api/v1/public/trigger/${spinnerId}`,
    ...(body === undefined ? { headers } : { headers: json, body: JSON.stringify(body) }),
    clients,
    rows: 1,
  })
  const one = ingest('one record, so that a trigger can name it', 1, 1)
  await load({ ...one, url: `${service}${one.path}`, seconds: 1, requests: 1 })
  const { rows: known } = await database.query<{ id: string }>('select id from records order by id limit 1')
  return [
    ingest('single, 16 clients', 16, 1),
    ingest('single, 64 clients', 64, 1),
    { ...ingest('single with Idempotency-Key, 64 clients', 64, 1), keyed: true },
    ingest('refused for a column, 64 clients', 64, 1, { records: [{ ...recordOf(0), emial: 'x' }] }),
    ingest('refused for the table, 64 clients', 64, 1, {
      dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
    }),
    ingest('batches of 500, 8 clients (rows)', 8, 500),
    trigger('trigger, 16 clients', 16),
    trigger('trigger, 64 clients', 64),
    trigger('trigger with one record, 64 clients', 64, { records: [recordOf(0)] }),
    trigger('trigger by one id, 64 clients', 64, { recordIds: [known[0]?.id ?? ''] }),
  ]
}
