import { createHmac, type KeyObject, randomBytes } from 'node:crypto'

/** Returns the HMAC-SHA-256 of a person's e-mail address under a key that is too long to guess. */
export function personDigest(key: KeyObject, address: string): string {
  return createHmac('sha256', key).update(address).digest('base64url')
}

/** Returns a new random key for the digests of persons: 32 bytes in base64url. */
export function newDigestKey(): string {
  return randomBytes(32).toString('base64url')
}
