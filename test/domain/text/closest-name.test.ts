import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Comparisons, closestName } from '../../../src/domain/text/closest-name.ts'

describe('the closest candidate', () => {
  it.each([
    ['another capitalization', 'Phone', 'phone'],
    ['a dash for an underscore', 'account-id', 'account_id'],
    ['a space for an underscore', 'Account ID', 'account_id'],
    ['no separator', 'accountid', 'account_id'],
    ['a missing letter', 'phne', 'phone'],
    ['an additional letter', 'phonee', 'phone'],
    ['two letters swapped in a long name', 'acocunt_id', 'account_id'],
    ['full-width letters', 'ｐｈｏｎｅ', 'phone'],
  ])('is found for %s', (_what, name, meant) => {
    expect(closestName(name, ['name', 'phone', 'account_id'])).toBe(meant)
  })

  it('is found when accents are composed differently', () => {
    expect(closestName('pre\u0301nom', ['name', 'pr\u00E9nom'])).toBe('pr\u00E9nom')
  })

  it('is found when separators make the candidate much longer', () => {
    expect(closestName('abcdx', ['a_b_c_d_e'])).toBe('a_b_c_d_e')
  })

  it('is the nearest of several', () => {
    expect(closestName('address1', ['address22', 'address2'])).toBe('address2')
  })

  it('is the one that differs only in spelling, even after one that differs in a letter', () => {
    expect(closestName('Mail', ['mails', 'mail'])).toBe('mail')
  })

  it('is empty when nothing is near', () => {
    expect(closestName('city', ['name', 'phone'])).toBeNull()
  })

  it('is empty without candidates', () => {
    expect(closestName('name', [])).toBeNull()
  })

  it('is not searched for a name of more than 64 characters', () => {
    expect(closestName('x'.repeat(65), ['x'.repeat(64)])).toBeNull()
  })

  it('is not searched for a name that came with more than 200 characters', () => {
    expect(closestName(`${'_'.repeat(200)}phone`, ['phone'])).toBeNull()
  })

  it('is not searched after the names of one request have been compared with very many', () => {
    const known = Array.from({ length: 1_000 }, (_, index) => `column_number_${index}`)
    const comparisons = new Comparisons()
    const sent = Array.from({ length: 50 }, (_, index) => `columm_number_${index}x`)
    const suggested = sent.map((name) => closestName(name, known, comparisons))
    expect(suggested[0]).toBe('column_number_0')
    expect(suggested.at(-1)).toBeNull()
    expect(closestName('column_number_0', known, comparisons)).toBeNull()
    expect(closestName('columm_number_0x', known)).toBe('column_number_0')
  })

  it('is searched for each of 50 names among 100', () => {
    const known = Array.from({ length: 100 }, (_, index) => `column_${index}`)
    const comparisons = new Comparisons()
    const sent = known.slice(0, 50).map((name) => name.replace('mn', 'mm'))
    for (const name of sent) expect(closestName(name, known, comparisons)).not.toBeNull()
  })

  it('is always one of the candidates, or empty', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, candidates) => {
        expect([...candidates, null]).toContain(closestName(name, candidates))
      }),
    )
  })

  it('is a candidate with the same spelling, whenever there is one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (candidates) => {
        for (const candidate of candidates) expect(closestName(candidate, candidates)).toBe(candidate)
      }),
    )
  })
})
