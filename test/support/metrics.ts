import { Metrics } from '../../src/ports/metrics.ts'
import type { World } from './world.ts'

type Series = Map<string, number>

/** Returns the values of metrics that a process of the test serves on its port for metrics. */
export async function scrape(url: string, token = ''): Promise<Series> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/metrics`, { headers })
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`)
  return seriesIn(await response.text())
}

/** Returns the present values of the metrics of a test service. */
export async function metricsOf({ container }: Pick<World, 'container'>): Promise<Series> {
  return seriesIn((await container.get(Metrics).exposition()).text)
}

/** Returns the values of metrics in Prometheus text format for a test, by series: `name{label="value"}`. */
function seriesIn(text: string): Series {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}
