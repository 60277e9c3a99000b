import { cutText } from '../../text/storable-text.ts'

const maxHeaders = 60
const maxValueLength = 1_000

/**
 * Matches the names of headers with credentials and signatures. These headers are not stored, because nothing
 * needs them after the request.
 */
const secret = /auth|cookie|signature|secret|token|api-?key|password|session|x-hub-|hmac|credential/
/**
 * Matches the names of headers that proxies and the transport add. They say nothing about the content, so
 * they are not stored.
 */
const carriage =
  /^(?:connection|keep-alive|host|te|trailer|transfer-encoding|upgrade|via|forwarded|x-forwarded-.*|x-real-ip|accept.*|expect|priority|traceparent|tracestate|cf-.*|cdn-loop|sec-.*)$/

/**
 * Returns the headers of a delivery that are stored with it: a mapping, or a person who reads the arrival,
 * may need them.
 */
export function storedHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  const shortHeaders: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || secret.test(name) || carriage.test(name)) continue
    shortHeaders.push([name, cutText(typeof value === 'string' ? value : value.join(', '), maxValueLength)])
    if (shortHeaders.length === maxHeaders) break
  }
  return Object.fromEntries(shortHeaders)
}
