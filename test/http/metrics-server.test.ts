import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type MetricsServer, serveMetrics } from '../../src/adapters/http/operations/metrics-server.ts'
import { Metrics } from '../../src/ports/metrics.ts'
import { scrape } from '../support/metrics.ts'
import { createWorld, type World } from '../support/world.ts'

describe('the metrics of a process', () => {
  let world: World
  let server: MetricsServer
  let url: string

  beforeEach(async () => {
    world = await createWorld()
    server = await serveMetrics(world.container.get(Metrics), { host: '127.0.0.1', port: 0, token: null })
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

  it('are written once a second, however many scrape', async () => {
    const metrics = world.container.get(Metrics)
    const exposition = metrics.exposition.bind(metrics)
    let written = 0
    metrics.exposition = () => {
      written++
      return exposition()
    }
    const begun = performance.now()
    await Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${url}/metrics`)).text()))
    // On a slow machine the 50 answers take longer than the second for which one text is sent.
    const seconds = Math.floor((performance.now() - begun) / 1000)
    expect(written).toBeLessThanOrEqual(1 + seconds)
  })

  it('need the token if there is one', async () => {
    const token = 'a-token-of-the-tests'
    const guarded = await serveMetrics(world.container.get(Metrics), { host: '127.0.0.1', port: 0, token })
    const own = `http://127.0.0.1:${guarded.port}`
    await expect(scrape(own)).rejects.toThrow('401')
    await expect(scrape(own, `${token}!`)).rejects.toThrow('401')
    expect((await scrape(own, token)).size).toBeGreaterThan(0)
    await guarded.close()
  })

  it('name the port if it is in use', async () => {
    const { port } = server
    const second = serveMetrics(world.container.get(Metrics), { host: '127.0.0.1', port, token: null })
    await expect(second).rejects.toThrow(
      `Port ${port} is in use. Set METRICS_PORT to another port, or stop the program that uses it.`,
    )
  })
})
