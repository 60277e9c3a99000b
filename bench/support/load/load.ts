import { BareClient, requestHead, statusOf } from './bare-client.ts'
import type { Cost } from './cpu-time.ts'

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Makes a new body for each request, `length` bytes long; used instead of the constant `body`. */
  readonly make?: { readonly length: number; readonly next: () => Buffer }
  readonly clients: number
  readonly seconds: number
  /** The number of requests after which the load ends, unless `seconds` have passed before. */
  readonly requests?: number
  /** Whether each request of the load gets an Idempotency-Key of its own. */
  readonly keyed?: boolean
}

export interface Figures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly acknowledged: number
  readonly refused: number
  readonly cost?: Cost
}

let keys = 0

/**
 * Sends requests with several clients. Each client sends its next request as soon as the last one is
 * answered.
 */
export async function load(options: Load): Promise<Figures> {
  const { requests = Number.POSITIVE_INFINITY } = options
  let begun = options.clients
  const latencies: number[] = []
  const counts = { acknowledged: 0, refused: 0 }
  const started = performance.now()
  const until = started + options.seconds * 1000
  await Promise.all(
    Array.from({ length: options.clients }, () =>
      runClient(
        options,
        () => performance.now() < until && begun++ < requests,
        (status, ms) => {
          if (status >= 200 && status < 300) counts.acknowledged++
          else counts.refused++
          latencies.push(ms)
        },
      ),
    ),
  )
  return figuresOf(counts, latencies, performance.now() - started)
}

export function figuresOf(
  counts: Pick<Figures, 'acknowledged' | 'refused'>,
  latencies: readonly number[],
  ms: number,
): Figures {
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { ...counts, perSecond: (counts.acknowledged / ms) * 1000, p50: at(0.5), p99: at(0.99) }
}

function runClient(
  options: Load,
  shouldContinue: () => boolean,
  note: (status: number, ms: number) => void,
): Promise<void> {
  return new Promise((done, fail) => {
    const request = requestMaker(options)
    let sentAt = 0
    const client = new BareClient(options.url, fail, (response) => {
      note(statusOf(response), performance.now() - sentAt)
      if (shouldContinue()) send()
      else client.end(done)
    })
    send()

    function send(): void {
      sentAt = performance.now()
      client.send(request())
    }
  })
}

export function requestMaker({ url, headers, body = '', make, keyed = false }: Load): () => string | Buffer {
  if (make !== undefined) {
    const head = Buffer.from(`${requestHead(url, { ...headers, 'content-length': String(make.length) })}\r\n`)
    return () => Buffer.concat([head, make.next()])
  }
  const head = requestHead(url, { ...headers, 'content-length': String(Buffer.byteLength(body)) })
  if (keyed) return () => `${head}idempotency-key: bench-${process.pid}-${keys++}\r\n\r\n${body}`
  const whole = Buffer.from(`${head}\r\n${body}`)
  return () => whole
}
