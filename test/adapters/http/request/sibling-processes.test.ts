import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { Callers } from '../../../../src/adapters/http/request/caller/callers.ts'
import {
  type SiblingProcesses,
  shareRequestCounts,
} from '../../../../src/adapters/http/request/sibling-processes.ts'
import type { RequestRates } from '../../../../src/domain/account/api-keys/credential-holder.ts'
import type { AdmittedRequests } from '../../../../src/domain/plan/admitted-requests.ts'
import { holderOf } from './caller/credential-holder.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/**
 * Creates two processes of the service for the test that have cached the same credential. The messages that
 * they send each other arrive at once.
 */
async function twoProcesses(rates: RequestRates) {
  const reported: AdmittedRequests[][] = []
  const hearing: ((spent: readonly AdmittedRequests[]) => void)[] = []
  let now = 0
  const processes = [0, 1].map((own) => {
    const callers = new Callers({ find: async () => holderOf('one', rates) }, () => now)
    const siblings: SiblingProcesses = {
      tellSpent: (spent) => {
        reported.push([...spent])
        hearing.forEach((hear, other) => {
          if (other !== own) hear(spent)
        })
      },
      onSpent: (hear) => {
        hearing[own] = hear
      },
    }
    shareRequestCounts(callers, siblings)
    return callers
  })
  await Promise.all(processes.map((callers) => callers.lookUp('a')))
  const sent = (which: number, requests: number) =>
    Array.from({ length: requests }, () => processes[which]?.take('a')).filter(
      (quota) => quota?.retryAfter === null,
    ).length
  const pass = (seconds: number) => {
    now += seconds
    jest.advanceTimersByTime(1_000 * seconds)
  }
  return { told: reported, sent, pass }
}

it('processes on one port share the request limits: each counts what the others accept', async () => {
  const { told, sent, pass } = await twoProcesses({ ofCredential: null, organization: 2 })
  expect(sent(0, 15)).toBe(15)
  pass(0.5)
  expect(told).toEqual([[{ digest: 'a', organizationId: 'one', requests: 15 }]])
  expect(sent(1, 100)).toBe(5)
})

it('requests that several processes accepted at once are subtracted from all of them', async () => {
  const { sent, pass } = await twoProcesses({ ofCredential: 1, organization: null })
  expect([sent(0, 100), sent(1, 100)]).toEqual([10, 10])
  pass(1)
  expect([sent(0, 100), sent(1, 100)]).toEqual([0, 0])
  pass(10)
  expect([sent(0, 100), sent(1, 100)]).toEqual([1, 1])
})

it('processes on one port exchange nothing about sources without a limit', async () => {
  const { told, sent, pass } = await twoProcesses({ ofCredential: null, organization: null })
  sent(0, 5)
  pass(1)
  expect(told).toEqual([])
})
