import { describe, expect, it } from '@jest/globals'
import { NodeSecrets } from '../../../src/adapters/security/node-secrets.ts'
import { recoveryDigestOf } from '../../../src/adapters/security/recovery-code.ts'
import { RingSealing } from '../../../src/adapters/security/ring-sealing.ts'
import { digestOf, kindOfPurpose } from '../../../src/adapters/security/secret.ts'
import type { LinkPurpose } from '../../../src/domain/account/account-link.ts'
import { ringOf } from '../../support/data/ring.ts'

const secretsOf = (...letters: readonly string[]) => new NodeSecrets(new RingSealing(ringOf(...letters)))
const secrets = secretsOf('x')
const id = '01936f51-0000-7000-8000-000000000001'

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
    expect(digestOf('tbl', secrets.ingestToken(id).secret)).not.toBeNull()
  })

  it('can be shown again, for its own data table', async () => {
    const { secret, ciphertext } = secrets.ingestToken(id)
    expect(secrets.revealIngestToken(ciphertext, id)).toBe(secret)
    expect(secrets.revealIngestToken(ciphertext, id.replace(/1$/, '2'))).toBeNull()
    expect(secrets.revealWebhookSecret(ciphertext, id)).toBeNull()
  })

  it('can be decrypted after a key rotation for as long as its own key exists', async () => {
    const { secret, ciphertext } = secrets.ingestToken(id)
    expect(secretsOf('y', 'x').revealIngestToken(ciphertext, id)).toBe(secret)
    expect(secretsOf('y').revealIngestToken(ciphertext, id)).toBeNull()
  })
})

describe('a new webhook signing secret', () => {
  it('can be shown again, for its own organization', async () => {
    const { secret, ciphertext } = secrets.webhookSecret(id)
    expect(secrets.revealWebhookSecret(ciphertext, id)).toBe(secret)
    expect(secrets.revealIngestToken(ciphertext, id)).toBeNull()
  })
})

describe('the secret of a data table that verifies signatures', () => {
  it('can be shown again, for its own data table', () => {
    const ciphertext = secrets.sealSignatureSecret('from the vendor', id)
    expect(ciphertext).not.toContain('from the vendor')
    expect(secrets.revealSignatureSecret(ciphertext, id)).toBe('from the vendor')
    expect(secrets.revealSignatureSecret(ciphertext, id.replace(/1$/, '2'))).toBeNull()
    expect(secrets.revealIngestToken(ciphertext, id)).toBeNull()
  })
})

describe('a new token of a link', () => {
  it.each([
    ['evt', () => secrets.eventToken()],
    ['rst', () => secrets.resetToken()],
    ['cst', () => secrets.connectState()],
    ...Object.entries(kindOfPurpose).map(
      ([purpose, kind]) => [kind, () => secrets.linkToken(purpose as LinkPurpose)] as const,
    ),
  ] as const)('of kind %s is found by its digest, and differs each time', (kind, create) => {
    const { secret, digest, ...rest } = create()
    expect(digest).toBe(digestOf(kind, secret))
    expect(rest).toEqual({})
    expect(create().secret).not.toBe(secret)
  })
})

describe('a new recovery code', () => {
  it('is found by its digest as a person types it, and differs each time', () => {
    const { secret, digest, ...rest } = secrets.recoveryCode()
    expect(digest).toBe(recoveryDigestOf(secret.toUpperCase()))
    expect(rest).toEqual({})
    expect(secrets.recoveryCode().secret).not.toBe(secret)
  })
})
