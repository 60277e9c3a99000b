import { createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { NodeSecrets } from '../../../src/adapters/security/node-secrets.ts'
import { digestOf } from '../../../src/adapters/security/secret.ts'

const sessionSecret = 'x'.repeat(32)
const secrets = new NodeSecrets(sessionSecret)

/** The format as it lies in databases: nonce, tag and text under a key derived from SESSION_SECRET. */
function decrypt(ciphertext: string, secret = sessionSecret): string {
  const bytes = Buffer.from(ciphertext, 'base64url')
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'spindle ingest tokens', 32))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

describe('a new API key', () => {
  const { secret, digest, prefix, last4 } = secrets.apiKey()

  it('is a secret that the edge lets through', () => {
    expect(digestOf('svc', secret)).not.toBeNull()
  })

  it('is found again by its digest', () => {
    expect(digest).toBe(digestOf('svc', secret))
  })

  it('is recognised by its beginning and its end', () => {
    expect([prefix, last4]).toEqual([secret.slice(0, 8), secret.slice(-4)])
  })

  it('does not come with anything from which it could be had again', () => {
    expect(Object.keys(secrets.apiKey()).toSorted()).toEqual(['digest', 'last4', 'prefix', 'secret'])
  })
})

describe('a new ingest token', () => {
  it('is a secret that the edge lets through', () => {
    expect(digestOf('tbl', secrets.ingestToken().secret)).not.toBeNull()
  })

  it('can be shown again by whoever has SESSION_SECRET', () => {
    const { secret, ciphertext } = secrets.ingestToken()
    expect(decrypt(ciphertext)).toBe(secret)
  })

  it('cannot be shown again with another SESSION_SECRET', () => {
    const { ciphertext } = secrets.ingestToken()
    expect(() => decrypt(ciphertext, 'y'.repeat(32))).toThrow()
  })

  it('cannot be swapped for something else unnoticed', () => {
    const bytes = Buffer.from(secrets.ingestToken().ciphertext, 'base64url')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => decrypt(bytes.toString('base64url'))).toThrow()
  })

  it('is encrypted under a nonce of its own', () => {
    const nonces = Array.from({ length: 100 }, () => secrets.ingestToken().ciphertext.slice(0, 16))
    expect(new Set(nonces).size).toBe(100)
  })
})
