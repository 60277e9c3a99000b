import { describe, expect, it } from '@jest/globals'
import { verifiedEmailIn, vouchedEmailIn } from '../../../src/adapters/oauth/asserted-email.ts'

const email = 'Ada@Company.example'

describe('the address that a provider asserts', () => {
  it('counts for the provider of the operator only if it is verified', () => {
    expect(verifiedEmailIn({ email, email_verified: true })).toBe('ada@company.example')
    for (const claims of [{ email }, { email, email_verified: 'true' }, { email_verified: true }])
      expect(verifiedEmailIn(claims)).toBeNull()
  })

  it('counts for the provider of an organization unless it says that the address is not verified', () => {
    const signed = { iss: 'https://sso.company.example' }
    expect(vouchedEmailIn({ email }, signed)).toBe('ada@company.example')
    expect(vouchedEmailIn({ email, email_verified: false }, signed)).toBeNull()
    expect(vouchedEmailIn({ email: ['ada@company.example'] }, signed)).toBeNull()
  })

  it('counts at Google only if Google names its domain in the ID token', () => {
    const iss = 'https://accounts.google.com'
    expect(vouchedEmailIn({ email }, { iss, hd: 'company.example' })).toBe('ada@company.example')
    for (const signed of [{ iss }, { iss, hd: 'other.example' }]) {
      expect(vouchedEmailIn({ email }, signed)).toBeNull()
      expect(vouchedEmailIn({ email, hd: 'company.example' }, signed)).toBeNull()
    }
  })
})
