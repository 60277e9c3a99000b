import { describe, expect, it } from '@jest/globals'
import { admitKeyHolder, type KeyHolder } from '../../../../src/domain/account/api-keys/api-key.ts'

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

describe('a valid API key', () => {
  it('is accepted', () => {
    expect(admitKeyHolder(good, 'ingest', now)).toBe(good)
  })

  it('is accepted until it expires', () => {
    expect(admitKeyHolder({ ...good, expiresAt: justAfter }, 'ingest', now).id).toBe('key')
  })

  it('is accepted during the grace period of its successor', () => {
    expect(admitKeyHolder({ ...good, revokedAt: justAfter }, 'ingest', now).id).toBe('key')
  })
})

describe('an API key is refused', () => {
  it.each([
    ['an unknown key', null],
    ['a key that expires at this moment', { ...good, expiresAt: now }],
    ['an expired key', { ...good, expiresAt: justBefore }],
    ['a key that is revoked at this moment', { ...good, revokedAt: now }],
    ['a revoked key', { ...good, revokedAt: justBefore }],
    ['a revoked key that has not expired yet', { ...good, revokedAt: justBefore, expiresAt: justAfter }],
    ['a key on a plan without keys', { ...good, planAllowsApiKeys: false }],
  ])('for %s, without the reason', (_what, holder) => {
    expect(() => admitKeyHolder(holder, 'ingest', now)).toThrow(
      expect.objectContaining({ code: 'INVALID_API_KEY', message: 'Invalid API key', details: {} }),
    )
  })

  it('without the needed scope, which the error names', () => {
    expect(() => admitKeyHolder(good, 'trigger', now)).toThrow(
      expect.objectContaining({ code: 'MISSING_SCOPE', details: { requiredScope: 'trigger' } }),
    )
  })

  it('as invalid before its scopes are checked', () => {
    expect(() => admitKeyHolder({ ...good, scopes: [], revokedAt: justBefore }, 'ingest', now)).toThrow(
      'Invalid API key',
    )
  })
})
