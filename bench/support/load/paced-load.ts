import { setTimeout } from 'node:timers/promises'
import { BareClient, statusOf } from './bare-client.ts'
import { type Figures, figuresOf, type Load, requestMaker } from './load.ts'

const tickMs = 1

/**
 * Sends a fixed number of requests in each second, whether the earlier ones were answered or not. Measures
 * the latency of each request from the time it was due, so that waiting for a connection counts.
 */
export async function pacedLoad(options: Load & { readonly perSecond: number }): Promise<Figures> {
  const { url, clients, seconds, perSecond } = options
  const request = requestMaker(options)
  const latencies: number[] = []
  const counts = { acknowledged: 0, refused: 0 }
  const due: number[] = []
  const idle: (() => void)[] = []
  const failure = Promise.withResolvers<never>()
  const connections = Array.from({ length: clients }, () => {
    let dueAt = 0
    const client = new BareClient(url, failure.reject, (response) => {
      const status = statusOf(response)
      if (status >= 200 && status < 300) counts.acknowledged++
      else counts.refused++
      latencies.push(performance.now() - dueAt)
      next()
    })
    function next(): void {
      const at = due.shift()
      if (at === undefined) {
        idle.push(next)
        return
      }
      dueAt = at
      client.send(request())
    }
    idle.push(next)
    return client
  })
  const started = performance.now()
  await Promise.race([pace(), failure.promise])
  for (const client of connections) client.end()
  return figuresOf(counts, latencies, performance.now() - started)

  async function pace(): Promise<void> {
    const most = Math.round(perSecond * seconds)
    for (let made = 0; made < most || idle.length < clients; await setTimeout(tickMs)) {
      const now = performance.now()
      for (; made < most && started + (made / perSecond) * 1000 <= now; made++)
        due.push(started + (made / perSecond) * 1000)
      while (due.length > 0 && idle.length > 0) idle.shift()?.()
    }
  }
}
