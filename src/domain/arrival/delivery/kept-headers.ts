import { cutText } from '../../storable-text.ts'

const mostHeaders = 60
const longestValue = 1_000

/** What lets somebody in, or proves who they are, has done its work when the request is answered. */
const secret = /auth|cookie|signature|secret|token|api-?key|password|session|x-hub-|hmac|credential/
/** What the way of the request put there, and says nothing of what is in it. */
const carriage =
  /^(?:connection|keep-alive|host|te|trailer|transfer-encoding|upgrade|via|forwarded|x-forwarded-.*|x-real-ip|accept.*|expect|priority|traceparent|tracestate|cf-.*|cdn-loop|sec-.*)$/

/** The headers that a mapping, or a person who looks at an arrival, may ask for. */
export function keptHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  const kept: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || secret.test(name) || carriage.test(name)) continue
    kept.push([name, cutText(typeof value === 'string' ? value : value.join(', '), longestValue)])
    if (kept.length === mostHeaders) break
  }
  return Object.fromEntries(kept)
}
