import { describe, expect, it } from '@jest/globals'
import { attemptOptimistically } from '../../src/domain/optimistic.ts'

describe('an optimistic attempt', () => {
  /**
   * Runs an optimistic attempt for the test, whose commit accepts only the state `good`. Returns the result
   * with the calls in order.
   */
  async function run(good: number, { first = null as number | null, answeredAt = 0, refusedAt = 0 } = {}) {
    const calls: string[] = []
    let state = 0
    const result = await attemptOptimistically<number, string>({
      first,
      look: async () => {
        state++
        calls.push(`look ${state}`)
        if (state === refusedAt) throw new Error('refused')
        return state === answeredAt ? { result: 'answered' } : { state }
      },
      attempt: async (seen) => {
        calls.push(`attempt ${seen}`)
        return seen === good ? `written with ${seen}` : null
      },
    }).catch((error: unknown) => error)
    return { result, calls }
  }

  it('is based on the cached state, and reads nothing if the state is current', async () => {
    expect(await run(9, { first: 9 })).toEqual({ result: 'written with 9', calls: ['attempt 9'] })
  })

  it('reads the state first if none is cached', async () => {
    expect(await run(1)).toEqual({ result: 'written with 1', calls: ['look 1', 'attempt 1'] })
  })

  it('is repeated with the present state after a conflict', async () => {
    expect(await run(2, { first: 9 })).toEqual({
      result: 'written with 2',
      calls: ['attempt 9', 'look 1', 'attempt 1', 'look 2', 'attempt 2'],
    })
  })

  it('ends without another attempt if the state has the answer', async () => {
    const { result, calls } = await run(5, { answeredAt: 2 })
    expect([result, calls]).toEqual(['answered', ['look 1', 'attempt 1', 'look 2']])
  })

  it('ends with the reason if the state refuses the request', async () => {
    const { result, calls } = await run(5, { first: 9, refusedAt: 1 })
    expect([result, calls]).toEqual([new Error('refused'), ['attempt 9', 'look 1']])
  })

  it('is refused as OVERLOADED after the state was read five times', async () => {
    const { result, calls } = await run(6)
    expect(result).toMatchObject({ code: 'OVERLOADED' })
    expect(calls.filter((call) => call.startsWith('look'))).toHaveLength(5)
    expect(calls.at(-1)).toBe('attempt 5')
  })

  it('gives up as its caller says after the state was read five times', async () => {
    let looks = 0
    const result = await attemptOptimistically<number, string, null>({
      look: async () => ({ state: ++looks }),
      attempt: async () => null,
      giveUp: () => null,
    })
    expect([result, looks]).toEqual([null, 5])
  })
})
