import { describe, expect, it } from '@jest/globals'
import { admit, type KeyHolder } from '../../../src/domain/account/api-keys/api-key.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const justBefore = new Date('2026-11-20T11:59:59.999Z')
const justAfter = new Date('2026-11-20T12:00:00.001Z')

const good: KeyHolder = {
  id: 'key',
  organizationId: 'organization',
  scopes: ['ingest'],
  expiresAt: null,
  revokedAt: null,
  planAllowsApiKeys: true,
}

describe('a good key', () => {
  it('opens the door', () => {
    expect(admit(good, 'ingest', now)).toBe(good)
  })

  it('opens the door until it expires', () => {
    expect(admit({ ...good, expiresAt: justAfter }, 'ingest', now).id).toBe('key')
  })

  it('opens the door while its successor is in the grace', () => {
    expect(admit({ ...good, revokedAt: justAfter }, 'ingest', now).id).toBe('key')
  })
})

describe('the door stays shut', () => {
  it.each([
    ['an unknown key', null],
    ['a key that expires this moment', { ...good, expiresAt: now }],
    ['an expired key', { ...good, expiresAt: justBefore }],
    ['a key that is revoked this moment', { ...good, revokedAt: now }],
    ['a revoked key', { ...good, revokedAt: justBefore }],
    ['a revoked key that had yet to expire', { ...good, revokedAt: justBefore, expiresAt: justAfter }],
    ['a key on a plan without keys', { ...good, planAllowsApiKeys: false }],
  ])('for %s, and nobody learns why', (_what, holder) => {
    expect(() => admit(holder, 'ingest', now)).toThrow(
      expect.objectContaining({ code: 'INVALID_API_KEY', message: 'Invalid API key', details: {} }),
    )
  })

  it('for a key without the scope, which is named', () => {
    expect(() => admit(good, 'trigger', now)).toThrow(
      expect.objectContaining({ code: 'MISSING_SCOPE', details: { requiredScope: 'trigger' } }),
    )
  })

  it('for a bad key before its scopes are looked at', () => {
    expect(() => admit({ ...good, scopes: [], revokedAt: justBefore }, 'ingest', now)).toThrow(
      'Invalid API key',
    )
  })
})
