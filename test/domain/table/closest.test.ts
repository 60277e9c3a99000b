import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { closest } from '../../../src/domain/table/closest.ts'

describe('the closest candidate', () => {
  it.each([
    ['another case', 'Phone', 'phone'],
    ['a dash for an underscore', 'account-id', 'account_id'],
    ['a blank for an underscore', 'Account ID', 'account_id'],
    ['no separator', 'accountid', 'account_id'],
    ['a letter too few', 'phne', 'phone'],
    ['a letter too many', 'phonee', 'phone'],
    ['two letters swapped in a long name', 'acocunt_id', 'account_id'],
    ['full-width letters', 'ｐｈｏｎｅ', 'phone'],
  ])('is found for %s', (_what, name, meant) => {
    expect(closest(name, ['name', 'phone', 'account_id'])).toBe(meant)
  })

  it('is found when accents are composed differently', () => {
    expect(closest('pre\u0301nom', ['name', 'pr\u00E9nom'])).toBe('pr\u00E9nom')
  })

  it('is found when separators make the candidate much longer', () => {
    expect(closest('abcdx', ['a_b_c_d_e'])).toBe('a_b_c_d_e')
  })

  it('is the nearest of several', () => {
    expect(closest('address1', ['address22', 'address2'])).toBe('address2')
  })

  it('is the one that differs only in spelling, even after one that differs in a letter', () => {
    expect(closest('Mail', ['mails', 'mail'])).toBe('mail')
  })

  it('is none when nothing is near', () => {
    expect(closest('city', ['name', 'phone'])).toBeNull()
  })

  it('is none without candidates', () => {
    expect(closest('name', [])).toBeNull()
  })

  it('is not sought for a name of more than 64 characters', () => {
    expect(closest('x'.repeat(65), ['x'.repeat(64)])).toBeNull()
  })

  it('is always one of the candidates, or none', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, candidates) => {
        expect([...candidates, null]).toContain(closest(name, candidates))
      }),
    )
  })

  it('is a candidate that is written the same, whenever there is one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (candidates) => {
        for (const candidate of candidates) expect(closest(candidate, candidates)).toBe(candidate)
      }),
    )
  })
})
