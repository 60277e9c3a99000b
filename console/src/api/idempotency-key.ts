/**
 * Returns a random key by which the API recognizes a repeated request. Does not use `crypto.randomUUID()`,
 * because browsers offer it only over HTTPS.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
