import { createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { NodeSecrets } from '../../../src/adapters/security/node-secrets.ts'
import { RingSealing } from '../../../src/adapters/security/ring-sealing.ts'
import { digestOf } from '../../../src/adapters/security/secret.ts'
import { ringOf } from '../../support/data/ring.ts'

const secretsOf = (hasBegun: boolean, ...letters: readonly string[]) => {
  const ring = ringOf(...letters)
  return new NodeSecrets(ring, new RingSealing(ring, async () => hasBegun))
}
const secrets = secretsOf(true, 'x')
const id = '01936f51-0000-7000-8000-000000000001'

/**
 * Decrypts a secret as versions before 0.3 do: nonce, tag and text, with a key derived from SESSION_SECRET.
 */
function decrypt(ciphertext: string): string {
  const bytes = Buffer.from(ciphertext, 'base64url')
  const key = Buffer.from(hkdfSync('sha256', 'x'.repeat(32), '', 'spindle ingest tokens', 32))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

describe('a new API key', () => {
  const { secret, digest, prefix, last4 } = secrets.apiKey()

  it('is accepted by the public API', () => {
    expect(digestOf('svc', secret)).not.toBeNull()
  })

  it('is found by its digest', () => {
    expect(digest).toBe(digestOf('svc', secret))
  })

  it('is shown with its beginning and its end', () => {
    expect([prefix, last4]).toEqual([secret.slice(0, 8), secret.slice(-4)])
  })

  it('comes with nothing from which it could be restored', () => {
    expect(Object.keys(secrets.apiKey()).toSorted()).toEqual(['digest', 'last4', 'prefix', 'secret'])
  })
})

describe('a new ingest token', () => {
  it('is accepted by the public API', async () => {
    expect(digestOf('tbl', (await secrets.ingestToken(id)).secret)).not.toBeNull()
  })

  it('can be shown again, for its own data table', async () => {
    const { secret, ciphertext } = await secrets.ingestToken(id)
    expect(secrets.revealIngestToken(ciphertext, id)).toBe(secret)
    expect(secrets.revealIngestToken(ciphertext, id.replace(/1$/, '2'))).toBeNull()
    expect(secrets.revealWebhookSecret(ciphertext, id)).toBeNull()
  })

  it('can be decrypted after a key rotation for as long as its own key exists', async () => {
    const { secret, ciphertext } = await secrets.ingestToken(id)
    expect(secretsOf(true, 'y', 'x').revealIngestToken(ciphertext, id)).toBe(secret)
    expect(secretsOf(true, 'y').revealIngestToken(ciphertext, id)).toBeNull()
  })
})

describe('a new webhook signing secret', () => {
  it('can be shown again, for its own organization', async () => {
    const { secret, ciphertext } = await secrets.webhookSecret(id)
    expect(secrets.revealWebhookSecret(ciphertext, id)).toBe(secret)
    expect(secrets.revealIngestToken(ciphertext, id)).toBeNull()
  })
})

describe('before re-encryption with the key ring has begun', () => {
  const former = secretsOf(false, 'y', 'x')

  it.each(['ingestToken', 'webhookSecret'] as const)(
    '%s is readable for the former version',
    async (kind) => {
      const { secret, ciphertext } = await former[kind](id)
      expect(decrypt(ciphertext)).toBe(secret)
    },
  )

  it('secrets of that time stay readable with SESSION_SECRET', async () => {
    const { secret, ciphertext } = await former.ingestToken(id)
    expect(secrets.revealIngestToken(ciphertext, id)).toBe(secret)
    expect(secretsOf(true, 'y').revealIngestToken(ciphertext, id)).toBeNull()
  })

  it('an encrypted secret cannot be exchanged with another unnoticed', async () => {
    const bytes = Buffer.from((await former.ingestToken(id)).ciphertext, 'base64url')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(secrets.revealIngestToken(bytes.toString('base64url'), id)).toBeNull()
  })
})
