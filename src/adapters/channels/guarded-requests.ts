import type { CustomFetch } from 'openid-client'
import type { AllowedPrivateHosts } from './allowed-private-hosts.ts'
import { guardedClient } from './guarded-client.ts'
import { publicUrlFault } from './public-url-fault.ts'

/** The largest number of bytes of an answer. Configurations and keys of providers have a few kilobytes. */
const maxBytes = 512 * 1024
/** The milliseconds for which one answer is awaited, with its body. */
const answerMs = 10_000
const withoutBody = new Set([101, 204, 205, 304])

/** Returns the check of URLs and the `fetch` for requests to hosts that people of an organization name. */
export function guardedRequests({ hosts }: AllowedPrivateHosts) {
  const faultOf = (url: string, longest: number) => publicUrlFault(url, hosts, longest)
  return { fetch: guardedFetch(hosts), faultOf }
}

/** Returns a function like `fetch` that connects only to public addresses, and refuses large and slow answers. */
function guardedFetch(allowedHosts: ReadonlySet<string>): CustomFetch {
  const client = guardedClient(allowedHosts)
  return async (url, { method, headers, body, signal }) => {
    const timeout = AbortSignal.timeout(answerMs)
    const answer = await client.request(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body instanceof URLSearchParams ? body.toString() : null,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    answer.body.on('error', () => {})
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new TypeError(`The answer has more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
    const sent = Object.entries(answer.headers).flatMap(([name, value = '']) =>
      [value].flat().map((one): [string, string] => [name, one]),
    )
    const status = answer.statusCode
    return new Response(withoutBody.has(status) ? null : Buffer.concat(chunks), { status, headers: sent })
  }
}
