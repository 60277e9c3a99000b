import { describe, expect, it } from '@jest/globals'
import {
  type PacedSender,
  type SenderBudget,
  sendingTimeAt,
} from '../../../../src/domain/job/sending/sending-time.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const aMomentLater = new Date('2026-11-20T12:00:00.020Z')
const sender: PacedSender = {
  timeZone: 'UTC',
  dailyLimit: 100,
  gapSeconds: 0,
  ramp: null,
  rampFrom: null,
  maxPerDay: null,
}
/** The test's budget of a sender after another runtime, with a clock 20 ms ahead, has marked a message. */
const budget: SenderBudget = {
  day: '2026-11-20',
  used: 1,
  zone: null,
  nextAt: aMomentLater,
  scheduledUntil: aMomentLater,
  scheduledDay: null,
  scheduledCount: 0,
  priorityUntil: null,
}
const asker = { hasBegun: false, hasWaited: false }

describe('a sender that two workers request at once', () => {
  it('permits both messages if it has no gap, and counts both for the day', () => {
    const { code, after } = sendingTimeAt(now, sender, budget, false, asker, 0.5)
    expect([code, after.used]).toEqual([null, 2])
  })

  it('lets the second message wait if it has a gap', () => {
    const { code, until } = sendingTimeAt(now, { ...sender, gapSeconds: 10 }, budget, false, asker, 0.5)
    expect([code, until]).toEqual(['SENDER_GAP', aMomentLater])
  })
})
