import { createHmac, type KeyObject, randomBytes } from 'node:crypto'

/** Returns the HMAC-SHA-256 of an address under a key that is too long to guess. */
export function personDigest(key: KeyObject, address: string): string {
  return createHmac('sha256', key).update(address).digest('base64url')
}

/** Returns a new random key of 32 bytes in base64url. */
export function newDigestKey(): string {
  return randomBytes(32).toString('base64url')
}
