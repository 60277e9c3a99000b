import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  afterTemporaryRefusal,
  isRefundedToBudget,
  pauseSeconds,
  type SendOutcome,
} from '../../../../src/domain/job/recipient/temporary-refusal.ts'
import {
  type RefusalScope,
  type TemporaryRefusal,
  temporaryRefusalIn,
} from '../../../../src/domain/job/recipient/temporary-refusal-record.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const refused = (scope: RefusalScope = 'recipient', seconds: number | null = null) =>
  ({ kind: 'temporaryRefusal', scope, seconds, code: 'MAIL_TEMPORARILY_REFUSED', reason: 'later' }) as const
const refusalSince = (hours: number, times = 30, scope: RefusalScope = 'recipient'): TemporaryRefusal => ({
  since: hoursAgo(hours),
  times,
  scope,
})

describe('a temporary refusal', () => {
  it('is retried after pauses of up to an hour', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 500].map(pauseSeconds)).toEqual([
      60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600,
    ])
  })

  it.each<[RefusalScope, number, string]>([
    ['recipient', 23.9, 'waits'],
    ['recipient', 24, 'failed'],
    ['server', 119.9, 'waits'],
    ['server', 120, 'failed'],
    ['account', 100_000, 'waits'],
  ])('about the %s that has lasted for %d hours: %s', (scope, hours, kind) => {
    expect(afterTemporaryRefusal(refusalSince(hours, 30, scope), refused(scope), now, 0)).toMatchObject({
      kind,
    })
  })

  it('does not fail a recipient after only a few attempts, such as outside of a send window', () => {
    expect(afterTemporaryRefusal(refusalSince(64, 3), refused(), now, 0)).toMatchObject({ kind: 'waits' })
  })

  it('starts a new period when its cause changes', () => {
    const { kind, evidence } = afterTemporaryRefusal(refusalSince(64, 99, 'server'), refused(), now, 0) as {
      kind: string
      evidence: object
    }
    expect([kind, evidence]).toEqual([
      'waits',
      { refusedSince: now.toISOString(), refusalCount: 1, refusalScope: 'recipient' },
    ])
  })

  it('is retried no sooner than the server says, and an account exactly then', () => {
    expect(afterTemporaryRefusal(null, refused('recipient', 900), now, 0)).toMatchObject({ seconds: 900 })
    expect(afterTemporaryRefusal(null, refused('recipient', 0), now, 1)).toMatchObject({ seconds: 60 })
    expect(afterTemporaryRefusal(refusalSince(1, 9, 'account'), refused('account', 5), now, 1)).toMatchObject(
      { seconds: 5 },
    )
    expect(afterTemporaryRefusal(null, refused('server', 1e9), now, 1)).toMatchObject({ seconds: 86_400 })
  })

  it('of a first message leads to another sender at once, unless it is about the recipient', () => {
    const first = (scope: RefusalScope) => afterTemporaryRefusal(null, refused(scope, 3_600), now, 0, true)
    for (const scope of ['server', 'account'] as const)
      expect(first(scope)).toMatchObject({ seconds: 1, evidence: { senderChange: 'any' } })
    expect(first('recipient')).toMatchObject({ seconds: 3_600 })
    expect(first('recipient')).not.toHaveProperty('evidence.senderChange')
  })

  it('of the login leads a first message to another sender after the wait', () => {
    const waits = { kind: 'waits', seconds: 900, code: 'SENDER_NEEDS_ATTENTION', reason: '535' } as const
    const evidenceAfter = (outcome: SendOutcome) => ('evidence' in outcome ? outcome.evidence : null)
    const changed = afterTemporaryRefusal(null, waits, now, 0, true)
    expect(changed).toMatchObject(waits)
    expect(temporaryRefusalIn(evidenceAfter(changed))).toEqual({
      scope: 'account',
      since: now,
      times: 1,
      mayChangeSender: true,
    })
    const greylisted = afterTemporaryRefusal(refusalSince(3, 4), waits, now, 0, true)
    expect(temporaryRefusalIn(evidenceAfter(greylisted))).toEqual({
      ...refusalSince(3, 4),
      mayChangeSender: true,
    })
    expect(afterTemporaryRefusal(null, waits, now, 0)).toEqual(waits)
    const paused = { ...waits, code: 'SENDER_PAUSED' } as const
    expect(afterTemporaryRefusal(null, paused, now, 0, true)).toEqual(paused)
  })

  it('is kept while the recipient waits for its sender, and forgotten after its message was sent', () => {
    const waits = {
      kind: 'waits',
      seconds: 5,
      code: 'SENDER_COOLING_DOWN',
      reason: '',
      evidence: { senderId: 'a' },
    } as const
    const refusal = afterTemporaryRefusal(refusalSince(3, 4), waits, now, 0)
    expect(refusal).toMatchObject({ ...waits, evidence: { senderId: 'a', refusalCount: 4 } })
    expect(temporaryRefusalIn('evidence' in refusal ? refusal.evidence : null)).toEqual(refusalSince(3, 4))
    expect(afterTemporaryRefusal(refusalSince(3, 4), { kind: 'sent' }, now, 0)).toEqual({ kind: 'sent' })
    expect(temporaryRefusalIn({ senderId: 'a' })).toBeNull()
  })

  it('causes a wait of limited length, whatever was refused before', () => {
    const before = fc.option(
      fc.record({
        since: fc.date({ min: hoursAgo(10_000), max: now, noInvalidDate: true }),
        times: fc.nat(1_000_000),
        scope: fc.constantFrom<RefusalScope>('recipient', 'server', 'account'),
      }),
    )
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(
        before,
        fc.constantFrom<RefusalScope>('recipient', 'server', 'account'),
        chance,
        (temporaryRefusal, scope, random) => {
          const outcome = afterTemporaryRefusal(temporaryRefusal, refused(scope), now, random)
          if (outcome.kind !== 'waits') return
          expect(outcome.seconds).toBeGreaterThanOrEqual(30)
          expect(outcome.seconds).toBeLessThanOrEqual(3_600)
        },
      ),
    )
  })
})

describe('the budget of a sender', () => {
  const cause = { code: 'MAIL_TEMPORARILY_REFUSED', reason: '' } as const
  it.each([
    [refused(), true],
    [{ kind: 'waits', seconds: 1, ...cause } as const, true],
    [{ kind: 'transient', ...cause } as const, true],
    [{ kind: 'failed', ...cause, code: 'MESSAGE_NOT_SENDABLE' } as const, true],
    [{ kind: 'failed', ...cause, code: 'MESSAGE_REFUSED' } as const, false],
    [{ kind: 'unconfirmed', ...cause } as const, false],
    [{ kind: 'sent' } as const, false],
  ])('gets the message back after %j: %s', (outcome, gives) => {
    expect(isRefundedToBudget(outcome)).toBe(gives)
  })
})
