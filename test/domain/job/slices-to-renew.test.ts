import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type SliceOfJob, slicesToRenew } from '../../../src/domain/job/slices-to-renew.ts'

const slices: readonly SliceOfJob[] = ['a', 'b', 'c'].flatMap((jobId) => [
  { jobId, slice: 0 },
  { jobId, slice: 1 },
])

describe('the slices that are left for a change', () => {
  it.each([
    [null, null, 'a0 a1 b0 b1 c0 c1'],
    ['a1', null, 'b0 b1 c0 c1'],
    ['b0', 'b0', 'b1 c0 c1 a0 a1 b0'],
    ['c0', 'b0', 'c1 a0 a1 b0'],
    ['a0', 'b0', 'a1 b0'],
    ['c1', 'c1', 'a0 a1 b0 b1 c0 c1'],
  ])('after %s, of a round that began at %s', (done, from, left) => {
    expect(
      slicesToRenew(slices, { done: placeOf(done), from: placeOf(from) })
        .map(nameOf)
        .join(' '),
    ).toBe(left)
  })

  it('come to an end although changes come more often than the work for all slices takes', () => {
    const changesAfter = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(changesAfter, (parts) => {
        let place: { done: SliceOfJob | null; from: SliceOfJob | null } = { done: null, from: null }
        const sinceChange = new Map<string, number>()
        let visits = 0
        for (const [change, part] of parts.entries()) {
          place = { done: place.done, from: place.done }
          for (const slice of slicesToRenew(slices, place).slice(0, part)) {
            sinceChange.set(nameOf(slice), change)
            place = { ...place, done: slice }
            visits++
          }
        }
        // No slice waits longer than one round over all slices, however often a change begins a new round.
        if (visits >= slices.length) expect(sinceChange.size).toBe(slices.length)
        const rest = slicesToRenew(slices, { ...place, from: place.done })
        expect(new Set(rest.map(nameOf)).size).toBe(slices.length)
      }),
    )
  })
})

function placeOf(name: string | null): SliceOfJob | null {
  return name === null ? null : { jobId: name.slice(0, 1), slice: Number(name.slice(1)) }
}

function nameOf({ jobId, slice }: SliceOfJob): string {
  return `${jobId}${slice}`
}
