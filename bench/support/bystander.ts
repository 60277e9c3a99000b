import { setTimeout } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface Waits {
  readonly healthz: number
  readonly ingest: number
}

interface Whom {
  readonly service: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * `Bystander` sends ordinary requests to the service all the time, while another client attacks it. It has a
 * thread of its own, so that the attacking code in this process does not delay its requests.
 */
export class Bystander {
  readonly #worker: Worker

  constructor(whom: Whom) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: whom })
  }

  /** Returns the longest waits of the bystander's requests since the last call, in milliseconds. */
  longest(): Promise<Waits> {
    return new Promise((resolve) => {
      this.#worker.once('message', resolve)
      this.#worker.postMessage('longest')
    })
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort
  const { service, headers, body } = workerData as Whom
  let longest = { healthz: 0, ingest: 0 }
  let isRequested = false
  port.on('message', () => {
    isRequested = true
  })
  const ask = async (what: keyof Waits, path: string, request: RequestInit) => {
    const begun = performance.now()
    const answer = await fetch(service + path, request)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered a bystander ${answer.status}`)
    longest[what] = Math.max(longest[what], performance.now() - begun)
    await setTimeout(10)
  }
  for (;;) {
    const wasRequested = isRequested
    await ask('healthz', '/healthz', {})
    await ask('ingest', '/api/v1/public/ingest', { method: 'POST', headers, body })
    // Reports the longest waits only after a full round of requests that began after the bench asked for
    // them.
    if (!wasRequested) continue
    port.postMessage(longest)
    longest = { healthz: 0, ingest: 0 }
    isRequested = false
  }
}
