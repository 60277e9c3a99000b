/**
 * What tells the API that a request is the same as one before, whose answer was lost. Not
 * crypto.randomUUID(), which browsers have only by HTTPS.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
