import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { maxAttempts, settleStep } from '../../../../src/domain/job/recipient/recipient.ts'
import { programOfLength } from '../../../support/program.ts'

const recipient = { recordId: '512', step: 1, attempts: 0 }

describe('a message that was sent', () => {
  it('moves the recipient to the next step, with a new count of attempts', () => {
    expect(settleStep({ ...recipient, attempts: 3 }, { kind: 'sent' }, programOfLength(3), 0)).toMatchObject({
      status: 'pending',
      nextStep: 2,
      attempts: 0,
      dueInSeconds: 0,
    })
  })

  it('ends the recipient at the last step', () => {
    expect(settleStep(recipient, { kind: 'sent' }, programOfLength(2), 0)).toMatchObject({
      status: 'done',
      nextStep: 1,
      attempts: 1,
    })
  })

  it('is stored in the ledger under the step that sent it', () => {
    expect(settleStep(recipient, { kind: 'sent' }, programOfLength(3), 0)).toMatchObject({
      step: 1,
      delivery: 'sent',
      error: null,
    })
  })
})

describe('a final outcome', () => {
  it.each([
    ['skipped', null],
    ['failed', 'failed'],
    ['unconfirmed', 'unconfirmed'],
  ] as const)('%s ends the recipient at its step, with the reason', (kind, delivery) => {
    expect(
      settleStep(recipient, { kind, code: 'NO_SUCH_STEP', reason: 'because' }, programOfLength(3), 0),
    ).toEqual({
      recordId: '512',
      step: 1,
      nextStep: 1,
      delivery,
      status: kind,
      attempts: 1,
      dueInSeconds: 0,
      error: 'because',
      reason: 'NO_SUCH_STEP',
      evidence: null,
      released: null,
    })
  })
})

describe('a transient failure', () => {
  const transient = { kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'greylisted' } as const
  const after = (attempts: number, random: number) =>
    settleStep({ ...recipient, attempts: attempts - 1 }, transient, programOfLength(3), random)

  it('keeps the recipient waiting at the same step', () => {
    expect(after(1, 0)).toMatchObject({ status: 'waiting', nextStep: 1, attempts: 1, error: 'greylisted' })
  })

  it.each([
    [1, 2],
    [2, 8],
    [3, 32],
    [4, 128],
  ])('after attempt %i waits for at most %i seconds', (attempts, most) => {
    expect(after(attempts, 1).dueInSeconds).toBe(most)
  })

  it.each([
    [1, 1],
    [2, 4],
    [3, 16],
    [4, 64],
  ])('after attempt %i waits for at least %i seconds', (attempts, least) => {
    expect(after(attempts, 0).dueInSeconds).toBe(least)
  })

  it('ends the recipient at the fifth attempt', () => {
    expect(after(5, 0)).toMatchObject({ status: 'failed', delivery: 'failed', error: 'greylisted' })
  })

  it('is retried after ever longer waits', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxAttempts - 2 }), random, random, (attempts, one, other) => {
        expect(after(attempts + 1, other).dueInSeconds).toBeGreaterThan(after(attempts, one).dueInSeconds)
      }),
    )
  })
})

describe('a series of outcomes', () => {
  const kinds = fc.constantFrom('sent', 'skipped', 'failed', 'unconfirmed', 'transient')

  it('ends a recipient after a limited number of attempts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.infiniteStream(kinds), (stepCount, outcomes) => {
        let at = { recordId: '1', step: 0, attempts: 0 }
        for (let turn = 0; turn < stepCount * maxAttempts; turn++) {
          const { status, nextStep, attempts } = settleStep(
            at,
            { kind: outcomes.next().value, code: 'NO_SUCH_STEP', reason: 'because' },
            programOfLength(stepCount),
            0.5,
          )
          if (status !== 'pending' && status !== 'waiting') return
          at = { recordId: '1', step: nextStep, attempts }
        }
        throw new Error('The recipient is still on its way')
      }),
    )
  })
})
