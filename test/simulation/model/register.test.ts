import { describe, expect, it } from '@jest/globals'
import { Moments } from './moments.ts'
import { Register } from './register.ts'

const answered = async () => ({ kind: 'answered' }) as const

describe('a value that API calls set', () => {
  it('may have been read before a call by a message that was in transit when the call ended', async () => {
    const moments = new Moments()
    const gapSeconds = new Register(moments, 0)
    await gapSeconds.set(3600, answered)
    const inTransit = moments.next()
    gapSeconds.settle()
    const later = moments.next()

    expect(gapSeconds.possibleWhenDecided(inTransit)).toEqual([0, 3600])
    expect(gapSeconds.possibleWhenDecided(later)).toEqual([3600])
  })

  it('is the value of the last answered call for a message that is sent after it', async () => {
    const moments = new Moments()
    const isPaused = new Register(moments, false)
    await isPaused.set(true, answered)

    expect(isPaused.possibleAt(moments.next())).toEqual([true])
  })
})
