import { expect, it } from '@jest/globals'
import { AttemptBudget } from '../../../../src/domain/account/audit/attempt-budget.ts'

const start = new Date('2026-11-20T12:00:00.000Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const quarterMs = 15 * 60 * 1000

it('the budget of audited attempts records a thousand, says once that it is full, and resets after 15 minutes', () => {
  const budget = new AttemptBudget()
  const first = Array.from({ length: 1_000 }, () => budget.spend(start))
  expect(new Set(first)).toEqual(new Set(['noted']))
  expect(budget.spend(later(1))).toBe('full')
  expect(budget.until).toEqual(later(quarterMs))
  expect([budget.spend(later(2)), budget.spend(later(quarterMs - 1))]).toEqual(['omitted', 'omitted'])
  expect(budget.spend(later(quarterMs))).toBe('noted')
})

it('the budget of audited attempts is divided equally among the processes on one port', () => {
  const budget = new AttemptBudget(4)
  const noted = Array.from({ length: 251 }, () => budget.spend(start))
  expect([noted.lastIndexOf('noted'), noted.indexOf('full')]).toEqual([249, 250])
})
