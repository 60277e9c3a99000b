import { createHmac, type KeyObject, randomBytes } from 'node:crypto'

/** HMAC-SHA-256, whose key nobody can go through. */
export function personDigest(key: KeyObject, address: string): string {
  return createHmac('sha256', key).update(address).digest('base64url')
}

/** In base64url. */
export function newDigestKey(): string {
  return randomBytes(32).toString('base64url')
}
