import { expect, it } from '@jest/globals'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { SummedMetrics } from '../../../src/adapters/metrics/summed-metrics.ts'

/** Returns the metrics that a process of the service has after this number of requests, for the test. */
function readingAfter(requests: number): ReturnType<Registry['getMetricsAsJSON']> {
  const registers = [new Registry()]
  const [registry = new Registry()] = registers
  new Counter({ name: 'requests', help: '-', labelNames: ['status'], registers }).inc(
    { status: 200 },
    requests,
  )
  new Gauge({ name: 'connections', help: '-', registers }).set(requests)
  new Gauge({ name: 'jobs', help: '-', aggregator: 'max', registers }).set(7)
  const durations = new Histogram({ name: 'seconds', help: '-', buckets: [1], registers })
  for (let no = 0; no < requests; no++) durations.observe(0.5)
  return registry.getMetricsAsJSON()
}

const valuesOf = async (metrics: SummedMetrics) =>
  (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))

it('metrics of several processes are combined: counters and connections are added, common values kept', async () => {
  const metrics = new SummedMetrics()
  metrics.note(1, await readingAfter(3))
  metrics.note(2, await readingAfter(4))
  metrics.note(2, await readingAfter(5))
  expect(await valuesOf(metrics)).toEqual([
    'requests{status="200"} 8',
    'connections 8',
    'jobs 7',
    'seconds_bucket{le="1"} 8',
    'seconds_bucket{le="+Inf"} 8',
    'seconds_sum 4',
    'seconds_count 8',
  ])
})

it('metrics of an ended process keep its counters, and drop its gauges', async () => {
  const metrics = new SummedMetrics()
  metrics.note(1, await readingAfter(3))
  metrics.note(2, await readingAfter(5))
  await metrics.end(1)
  await metrics.end(4)
  metrics.note(3, await readingAfter(1))
  await metrics.end(3)
  const values = await valuesOf(metrics)
  expect(values).toContain('requests{status="200"} 9')
  expect(values).toContain('seconds_count 9')
  expect(values).toContain('connections 5')
})
