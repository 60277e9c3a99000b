import { describe, expect, it } from '@jest/globals'
import { DomainError } from '../../../../src/domain/errors.ts'
import {
  assertMatchesRehearsal,
  RecipientLimit,
} from '../../../../src/domain/job/rehearsal/rehearsal-match.ts'

const now = new Date('2026-11-20T12:00:00Z')
const rehearsed = {
  spinnerId: 's',
  version: 3,
  isSameTrigger: true,
  size: 250,
  expiresAt: new Date('2026-11-20T12:01:00Z'),
  jobId: null,
}
const requested = { spinnerId: 's', version: 3 }
const codeOf = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a trigger that names a rehearsal', () => {
  it('may have up to 1 % more recipients than were rehearsed, and no more than its maximum', () => {
    expect(assertMatchesRehearsal(rehearsed, requested, now)).toBe(rehearsed)
    expect(new RecipientLimit(null, rehearsed).maxRecipients).toBe(252)
    expect(new RecipientLimit(251, rehearsed).maxRecipients).toBe(251)
    expect(new RecipientLimit(300, rehearsed).maxRecipients).toBe(252)
    expect(new RecipientLimit(300, null).maxRecipients).toBe(300)
    expect(new RecipientLimit(null, null).maxRecipients).toBeNull()
  })

  it('is refused after ten minutes, and for an unknown rehearsal', () => {
    expect(codeOf(() => assertMatchesRehearsal(rehearsed, requested, rehearsed.expiresAt))).toBe(
      'REHEARSAL_EXPIRED',
    )
    expect(codeOf(() => assertMatchesRehearsal(null, requested, now))).toBe('REHEARSAL_EXPIRED')
    expect(codeOf(() => assertMatchesRehearsal({ ...rehearsed, jobId: 'j' }, requested, now))).toBe(
      'REHEARSAL_USED',
    )
  })

  it('is refused after another version was published', () => {
    expect(codeOf(() => assertMatchesRehearsal(rehearsed, { ...requested, version: 4 }, now))).toBe(
      'VERSION_CHANGED',
    )
    expect(codeOf(() => assertMatchesRehearsal({ ...rehearsed, version: null }, requested, now))).toBe(
      'VERSION_CHANGED',
    )
    expect(() => assertMatchesRehearsal({ ...rehearsed, version: null }, requested, now)).toThrow(
      /^The draft was rehearsed/,
    )
  })

  it('is refused for other records, and for another spinner', () => {
    expect(codeOf(() => assertMatchesRehearsal({ ...rehearsed, isSameTrigger: false }, requested, now))).toBe(
      'AUDIENCE_CHANGED',
    )
    expect(codeOf(() => assertMatchesRehearsal(rehearsed, { ...requested, spinnerId: 't' }, now))).toBe(
      'AUDIENCE_CHANGED',
    )
  })

  it('is refused with the new figures if the audience has grown', async () => {
    const tooMany = new DomainError('TOO_MANY_RECIPIENTS', { recipients: 400 })
    const starting = (said: number | null) =>
      new RecipientLimit(said, rehearsed).within(() => Promise.reject(tooMany))
    await expect(starting(null)).rejects.toMatchObject({
      code: 'AUDIENCE_CHANGED',
      details: { rehearsed: 250, recipients: 400 },
    })
    await expect(new RecipientLimit(10, null).within(() => Promise.reject(tooMany))).rejects.toMatchObject({
      code: 'TOO_MANY_RECIPIENTS',
      details: { recipients: 400, maxRecipients: 10 },
    })
    expect(new RecipientLimit(10, rehearsed).tooMany(11).code).toBe('TOO_MANY_RECIPIENTS')
  })
})
