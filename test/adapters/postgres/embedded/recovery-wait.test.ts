import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import type { Cluster } from '../../../../src/operation/embedded/cluster.ts'
import { RecoveryWait } from '../../../../src/operation/embedded/recovery-wait.ts'

const minute = 60_000
const refused = Object.assign(new Error('The server takes no connections now'), { code: '57P03' })

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function waitFor(status: 'recovering' | 'stopping') {
  let reports = 0
  const cluster = { isStopping: () => status === 'stopping' } as unknown as Cluster
  const wait = new RecoveryWait(cluster, () => reports++)
  return { wait, reports: () => reports }
}

it('a recovery is waited for without a limit, and reported once', () => {
  const { wait, reports } = waitFor('recovering')
  for (let minutes = 0; minutes < 30; minutes++) {
    wait.check(refused)
    jest.advanceTimersByTime(minute)
  }
  expect([wait.isRecovering, reports()]).toEqual([true, 1])
})

it('a server that is stopping is waited for two minutes, because another process may use it', () => {
  const { wait, reports } = waitFor('stopping')
  wait.check(refused)
  jest.advanceTimersByTime(2 * minute)
  wait.check(refused)
  jest.advanceTimersByTime(1)
  expect(() => wait.check(refused)).toThrow(refused)
  expect([wait.isRecovering, reports()]).toEqual([false, 0])
})
