import { describe, expect, it } from '@jest/globals'
import { countsOf, type JobView } from '../../../src/domain/job/job.ts'
import { type FinalStatus, progressOf, type SettledSample } from '../../../src/domain/job/progress.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second))

function job(size: number, settled: Partial<Record<FinalStatus, number>>): JobView {
  const none = { waiting: 0, done: 0, skipped: 0, failed: 0, unconfirmed: 0, deleted: 0 }
  const counts = countsOf(size, { ...none, ...settled })
  return {
    id: 'job',
    organizationId: 'organization',
    spinnerId: 'spinner',
    spinnerVersion: 1,
    source: 'api',
    startedBy: null,
    status: 'running',
    counts,
    reasons: [],
    createdAt: at(0),
    startedAt: at(0),
    finishedAt: null,
    error: null,
    unattended: false,
    retryOf: null,
    retries: [],
    expectedEnd: null,
    nextDueAt: null,
    startsAt: null,
    pause: null,
    senderPauses: [],
  }
}

const sample = (parts: SettledSample['parts'], whole = true): SettledSample => ({ whole, to: at(50), parts })
const done = (part: number, count: number) => ({ part, status: 'done' as const, count })

describe('the progress of a job', () => {
  it('is a line from zero to the counts of the job, with both ends of level parts', () => {
    const { points, isEstimate } = progressOf(
      job(10, { done: 6, failed: 1 }),
      sample([done(1, 4), { part: 1, status: 'failed', count: 1 }, done(99, 2)]),
    )
    expect(
      points.map((point) => [point.at.toISOString().slice(17, 23), point.finished, point.failed]),
    ).toEqual([
      ['00.000', 0, 0],
      ['00.500', 0, 0],
      ['01.000', 5, 1],
      ['49.500', 5, 1],
      ['50.000', 7, 1],
    ])
    expect([isEstimate, new Set(points.map(({ total }) => total))]).toEqual([false, new Set([10])])
  })

  it('has about a hundred points, and never decreases', () => {
    const parts = Array.from({ length: 100 }, (_, part) => done(part, 3))
    const { points } = progressOf(job(1_000, { done: 1_000 }), sample(parts, false))
    expect(points).toHaveLength(101)
    expect(points.every(({ finished }, index) => finished >= (points[index - 1]?.finished ?? 0))).toBe(true)
  })

  it('is estimated from a part of the recipients, and ends with the exact counts', () => {
    const parts = [done(24, 250), done(74, 250)]
    const { points, isEstimate } = progressOf(job(20_000, { done: 20_000, failed: 0 }), sample(parts, false))
    expect([isEstimate, points.map(({ finished }) => finished)]).toEqual([
      true,
      [0, 0, 10_000, 10_000, 20_000, 20_000],
    ])
  })

  it('adds at the end what the sample has missed', () => {
    const { points } = progressOf(job(20_003, { done: 20_000, failed: 3 }), sample([done(10, 500)], false))
    expect(points.map(({ failed }) => failed).at(-2)).toBe(0)
    expect(points.at(-1)).toMatchObject({ failed: 3, finished: 20_003 })
  })

  it('is the start and the end after the recipients are deleted', () => {
    const { points, isEstimate } = progressOf(job(5, { done: 5 }), sample([], false))
    expect([isEstimate, points.map(({ finished }) => finished)]).toEqual([true, [0, 5]])
  })

  it('is empty before the job has started', () => {
    const { points } = progressOf({ ...job(5, {}), startedAt: null }, sample([]))
    expect(points).toEqual([])
  })

  it('is one point if the job took no time', () => {
    const { points } = progressOf(job(2, { done: 2 }), { whole: true, to: at(0), parts: [done(0, 2)] })
    expect(points).toEqual([expect.objectContaining({ at: at(0), finished: 2 })])
  })
})
