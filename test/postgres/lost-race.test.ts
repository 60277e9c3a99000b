import { describe, expect, it } from '@jest/globals'
import { retryLostRace } from '../../src/adapters/postgres/lost-race.ts'

describe('a write that lost a race for a meter', () => {
  const lost = Object.assign(new Error('the meter was spent meanwhile'), { code: 'SP001' })
  const losing = (times: number) => {
    let writes = 0
    return async () => {
      if (++writes <= times) throw lost
      return `written by write ${writes}`
    }
  }

  it('is repeated if it contains one entry', async () => {
    expect(await retryLostRace(1, losing(3))).toBe('written by write 4')
  })

  it('is split into single writes if it contains several entries', async () => {
    await expect(retryLostRace(2, losing(1))).rejects.toBe(lost)
  })

  it('is abandoned after it loses repeatedly', async () => {
    await expect(retryLostRace(1, losing(1_000))).rejects.toBe(lost)
  })

  it('is not repeated for another error', async () => {
    const broken = Object.assign(new Error('broken'), { code: '23505' })
    let writes = 0
    const write = async () => {
      writes++
      throw broken
    }
    await expect(retryLostRace(1, write)).rejects.toBe(broken)
    expect(writes).toBe(1)
  })

  it('reports an unknown outcome if the connection broke', async () => {
    const write = () => Promise.reject(new Error('Connection terminated'))
    await expect(retryLostRace(1, write)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })
})
