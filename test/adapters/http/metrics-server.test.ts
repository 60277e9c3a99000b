import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type MetricsServer, serveMetrics } from '../../../src/adapters/http/operations/metrics-server.ts'
import { Metrics } from '../../../src/ports/metrics.ts'
import { scrape } from '../../support/metrics.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the metrics of a worker process', () => {
  let world: World
  let server: MetricsServer
  let url: string

  beforeEach(async () => {
    world = await createWorld('memory')
    server = await serveMetrics(world.container.get(Metrics), { host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${server.port}`
  })
  afterEach(async () => {
    await server.close()
    await world.close()
  })

  it('are served on their own port', async () => {
    world.container.get(Metrics).noteDelivery('email', 'sent')
    const series = await scrape(url)
    expect(series.get('spindle_deliveries_total{channel="email",outcome="sent"}')).toBe(1)
  })

  it('are the only route', async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  })

  it('name the port if it is in use', async () => {
    const { port } = server
    await expect(serveMetrics(world.container.get(Metrics), { host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} is in use. Set METRICS_PORT to another port, or stop the program that uses it.`,
    )
  })
})
