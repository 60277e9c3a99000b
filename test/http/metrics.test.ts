import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../src/composition/provide.ts'
import type { Outcome } from '../../src/domain/job/recipient/recipient.ts'
import { Metrics } from '../../src/ports/metrics.ts'
import { EmailChannel } from '../../src/ports/sender/message/channels.ts'
import { ServiceState } from '../../src/ports/service-state.ts'
import { Timers } from '../../src/ports/timers.ts'
import { TakeTurn } from '../../src/use-cases/job/take-turn.ts'
import { type Api, createApi, lead, leads } from '../support/api.ts'
import { createWorkshop, signUp } from '../support/data/person.ts'
import { metricsOf } from '../support/metrics.ts'
import { FakeTimers } from '../support/time/fake-timers.ts'
import { createWorld, type World } from '../support/world.ts'

/**
 * A test double: `WilfulChannel` is an e-mail channel that returns the outcome that the test sets for each
 * address.
 */
class WilfulChannel extends EmailChannel {
  readonly outcomes: Record<string, Outcome> = {}

  override async send({ to }: { to: string }): Promise<Outcome> {
    return this.outcomes[to] ?? { kind: 'sent' }
  }
}

/** The milliseconds for which the service caches the metrics of its backlog. */
const freshForMs = 1_000

describe('the metrics', () => {
  let world: World
  let api: Api
  let channel: WilfulChannel
  let timers: FakeTimers

  beforeEach(async () => {
    channel = new WilfulChannel()
    timers = new FakeTimers()
    world = await createWorld([provideValue(EmailChannel, channel), provideValue(Timers, timers)])
    // The test clock follows the real time, because the store's clock decides how long work has waited; in
    // PostgreSQL it is the real one.
    world.clock.follow()
    api = await createApi(world)
  })
  afterEach(() => world.close())

  it('are text for Prometheus, and no route of the API serves them', async () => {
    const { contentType, text } = await world.container.get(Metrics).exposition()
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(text).toContain('# TYPE spindle_http_requests_total counter')
    expect((await api.ask('/metrics', { undocumented: true })).status).toBe(404)
  })

  it('counts requests by route template and status, and measures their duration', async () => {
    for (let no = 0; no < 3; no++) await api.ingest([lead(no)])
    await api.ingest([{ wrong: 'column' }])
    const series = await metricsOf(world)
    const ingest = 'method="POST",route="/api/v1/public/ingest"'
    expect(series.get(`spindle_http_requests_total{${ingest},status="201"}`)).toBe(3)
    expect(series.get(`spindle_http_requests_total{${ingest},status="422"}`)).toBe(1)
    expect(series.get(`spindle_http_request_duration_seconds_count{${ingest}}`)).toBe(4)
    expect(series.get(`spindle_http_request_duration_seconds_bucket{le="+Inf",${ingest}}`)).toBe(4)
  })

  it('contains no secret, no id and no path from a client', async () => {
    const person = await signUp(api)
    const own = await createWorkshop(person)
    await api.ingestByToken([lead(1)])
    await api.ask('/api/v1/made-up', { undocumented: true })
    await person.ask('GET', `/data-tables/${own.dataTableId}`)
    const series = [...(await metricsOf(world)).keys()].join('\n')
    expect(series).toContain('route="/api/v1/public/data-tables/ingest/{token}"')
    expect(series).toContain('route="unmatched"')
    for (const word of [world.demo.ingestToken, world.demo.apiKey, own.dataTableId, 'made-up', person.email])
      expect(series).not.toContain(word)
  })

  it('counts each accepted record once, by its route', async () => {
    const before = await metricsOf(world)
    expect(before.get('spindle_records_accepted_total{source="apiKey"}')).toBe(0)
    const headers = { 'idempotency-key': 'once' }
    await api.ingest(leads(5), { headers })
    await api.ingest(leads(5), { headers })
    await api.ingest([{ wrong: 'column' }])
    await api.ingestByToken(leads(2))
    const person = await signUp(api)
    await createWorkshop(person)
    const after = await metricsOf(world)
    expect(after.get('spindle_records_accepted_total{source="apiKey"}')).toBe(5)
    expect(after.get('spindle_records_accepted_total{source="webhookUrl"}')).toBe(2)
    expect(after.get('spindle_records_accepted_total{source="import"}')).toBe(2)
  })

  it('counts deliveries by channel and result', async () => {
    channel.outcomes[lead(0)['email'] ?? ''] = {
      kind: 'failed',
      code: 'MESSAGE_REFUSED',
      reason: 'no such mailbox',
    }
    channel.outcomes[lead(1)['email'] ?? ''] = {
      kind: 'unconfirmed',
      code: 'MAIL_UNCONFIRMED',
      reason: 'cut off',
    }
    channel.outcomes[lead(2)['email'] ?? ''] = {
      kind: 'transient',
      code: 'MAIL_TEMPORARILY_REFUSED',
      reason: 'busy',
    }
    await api.ingest(leads(6))
    await api.trigger()
    const { organizationId } = world.demo
    await world.container
      .get(TakeTurn)
      .execute({ organizationId, length: 'full', signal: new AbortController().signal })
    const series = await metricsOf(world)
    const of = (outcome: string) =>
      series.get(`spindle_deliveries_total{channel="email",outcome="${outcome}"}`)
    expect([of('sent'), of('failed'), of('unconfirmed'), of('retried')]).toEqual([3, 1, 1, 1])
  })

  it('reports the number of waiting jobs, the longest wait and the number of workers', async () => {
    await api.ingest(leads(2))
    await world.container.get(ServiceState).beat('01936f51-0000-7000-8000-000000000001')
    world.clock.set(new Date(world.clock.now().getTime() - 90_000).toISOString())
    await api.trigger()
    world.clock.follow()
    const series = await metricsOf(world)
    expect(series.get('spindle_jobs{status="queued"}')).toBe(1)
    expect(series.get('spindle_jobs{status="running"}')).toBe(0)
    expect(series.get('spindle_slices_due')).toBe(0)
    expect(series.get('spindle_runtime_workers')).toBe(1)
    const oldest = series.get('spindle_oldest_due_seconds') ?? 0
    expect(oldest).toBeGreaterThanOrEqual(90)
    expect(oldest).toBeLessThan(120)
    await world.drain()
    timers.advance(freshForMs)
    world.clock.follow()
    const drained = await metricsOf(world)
    expect(drained.get('spindle_jobs{status="queued"}')).toBe(0)
    expect(drained.get('spindle_oldest_due_seconds')).toBe(0)
  })
})
