import { describe, expect, it } from '@jest/globals'
import { retryingAlone } from '../../src/adapters/postgres/lost-race.ts'

describe('a flush that lost a race', () => {
  const lost = Object.assign(new Error('the meter was spent meanwhile'), { code: 'SP001' })
  const losing = (times: number) => {
    let writes = 0
    return async () => {
      if (++writes <= times) throw lost
      return `written by write ${writes}`
    }
  }

  it('is written again when it holds one entry', async () => {
    expect(await retryingAlone(1, losing(3))).toBe('written by write 4')
  })

  it('is left to be tried one by one when it holds several', async () => {
    await expect(retryingAlone(2, losing(1))).rejects.toBe(lost)
  })

  it('is given up when it loses again and again', async () => {
    await expect(retryingAlone(1, losing(1_000))).rejects.toBe(lost)
  })

  it('is not written again for any other reason', async () => {
    const broken = Object.assign(new Error('broken'), { code: '23505' })
    let writes = 0
    const write = async () => {
      writes++
      throw broken
    }
    await expect(retryingAlone(1, write)).rejects.toBe(broken)
    expect(writes).toBe(1)
  })

  it('says that nobody knows the outcome when the way to the database broke', async () => {
    const write = () => Promise.reject(new Error('Connection terminated'))
    await expect(retryingAlone(1, write)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })
})
