import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type HeldSlots, SendingSlots } from '../../../../src/use-cases/job/sending/sending-slots.ts'

const unaborted = new AbortController().signal

describe('the sending slots of a channel', () => {
  it('are limited to what it sends at once, whatever is requested', () => {
    const places = new SendingSlots({ atOnce: 5 })
    expect(places.tryTake(50)?.count).toBe(5)
    expect(places.tryTake(1)).toBeNull()
  })

  it('are unlimited if the channel is', () => {
    const places = new SendingSlots({ atOnce: null })
    expect([places.tryTake(500)?.count, places.tryTake(500)?.count]).toEqual([500, 500])
  })

  it('are free again when a message has left, up to twice as many before all results are stored', () => {
    const places = new SendingSlots({ atOnce: 2 })
    const first = places.tryTake(2)
    first?.sent()
    first?.sent()
    const second = places.tryTake(2)
    second?.sent()
    expect([second?.count, places.tryTake(2)]).toEqual([2, null])
    first?.settled()
    expect(places.tryTake(2)?.count).toBe(1)
  })

  it('are needed only by steps that send', () => {
    const places = new SendingSlots({ atOnce: 1 })
    places.tryTake(1)
    expect(places.tryTake(0)?.count).toBe(0)
  })

  it('go to the longest waiting caller', async () => {
    const places = new SendingSlots({ atOnce: 1 })
    const held = places.tryTake(1)
    const served: number[] = []
    const waiting = [1, 2, 3].map(async (no) => {
      const own = await places.take(1, unaborted)
      served.push(no)
      own?.settled()
    })
    held?.settled()
    expect(places.tryTake(1)).toBeNull()
    await Promise.all(waiting)
    expect(served).toEqual([1, 2, 3])
  })

  it('are not waited for after the process was asked to stop', async () => {
    const places = new SendingSlots({ atOnce: 1 })
    const held = places.tryTake(1)
    const stopping = new AbortController()
    const waiting = places.take(1, stopping.signal)
    stopping.abort()
    expect([await waiting, await places.take(1, stopping.signal)]).toEqual([null, null])
    held?.settled()
    expect(places.tryTake(1)?.count).toBe(1)
  })

  it('can be released twice without harm', () => {
    const places = new SendingSlots({ atOnce: 1 })
    const held = places.tryTake(1)
    held?.settled()
    held?.sent()
    held?.settled()
    expect([places.tryTake(1)?.count, places.tryTake(1)]).toEqual([1, null])
  })

  it('never exceed the capacity of the channel, and are never lost', async () => {
    const acts = fc.array(fc.tuple(fc.constantFrom('take', 'sent', 'settled'), fc.nat(20)), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 7 }), acts, async (atOnce, sequence) => {
        const places = new SendingSlots({ atOnce })
        const all: { held: HeldSlots; onWire: number; unwritten: number }[] = []
        for (const [act, no] of sequence) {
          const one = all[no % Math.max(1, all.length)]
          if (act === 'take') {
            const held = places.tryTake(no + 1)
            if (held !== null) all.push({ held, onWire: held.count, unwritten: held.count })
          } else if (act === 'sent' && one !== undefined) {
            one.held.sent()
            one.onWire = Math.max(0, one.onWire - 1)
          } else if (one !== undefined) {
            one.held.settled()
            one.onWire = 0
            one.unwritten = 0
          }
          const sum = (of: 'onWire' | 'unwritten') => all.reduce((total, each) => total + each[of], 0)
          expect(sum('onWire')).toBeLessThanOrEqual(atOnce)
          expect(sum('unwritten')).toBeLessThanOrEqual(2 * atOnce)
        }
        for (const { held } of all) held.settled()
        expect(places.tryTake(100)?.count).toBe(atOnce)
      }),
    )
  })
})
