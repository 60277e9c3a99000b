import { hash } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import type { Idempotency } from '../../../domain/idempotency.ts'

/**
 * Returns the client's Idempotency-Key with a fingerprint of the parsed content; null if there is no key. White
 * space in the body does not change the fingerprint.
 */
export function idempotencyOf(header: string | string[] | undefined, content: unknown): Idempotency | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw new DomainError('VALIDATION_FAILED', {
      message: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
      errors: [{ pointer: '#header/Idempotency-Key', code: 'WRONG_FORM' }],
    })
  }
  return { key: header, fingerprint: fingerprintOf(content) }
}

/** Returns the digest of the parsed content of a request. */
export function fingerprintOf(body: unknown): string {
  return hash('sha256', JSON.stringify(body ?? {}), 'base64url')
}

export function replayHeaders(replayed: boolean): Readonly<Record<string, string>> {
  return replayed ? { 'Idempotency-Replayed': 'true' } : {}
}
