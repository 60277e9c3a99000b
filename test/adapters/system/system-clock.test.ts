import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { SystemClock } from '../../../src/adapters/system/system-clock.ts'

describe('the test time of a clock', () => {
  const clock = new SystemClock()
  const [one, other] = [new Date('2027-01-01T00:00:00Z'), new Date('2028-01-01T00:00:00Z')]
  const isReal = () => Math.abs(clock.now().getTime() - Date.now()) < 1_000

  it('applies to everything that the work does, and to nothing else', async () => {
    const seen = await Promise.all(
      [one, other].map((moment) =>
        clock.at(moment, async () => {
          await setTimeout(1)
          return clock.now()
        }),
      ),
    )
    expect(seen).toEqual([one, other])
    expect(isReal()).toBe(true)
  })

  it('can be left for work at the real time, and continues afterwards', async () => {
    await clock.at(one, async () => {
      expect(await clock.outside(async () => isReal())).toBe(true)
      expect(clock.now()).toEqual(one)
    })
  })
})
