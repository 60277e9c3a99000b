import { expect, it } from '@jest/globals'
import { service } from '../../../../src/domain/account/audit/actor.ts'
import { AttemptBudget } from '../../../../src/domain/account/audit/attempt-budget.ts'
import type { AuditEvent } from '../../../../src/domain/account/audit/audit-entry.ts'

const start = new Date('2026-11-20T12:00:00.000Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const quarterMs = 15 * 60 * 1000

const attempt: AuditEvent = {
  action: 'signIn.failed',
  organizationId: null,
  by: { kind: 'anonymous', requestId: null, ipAddress: '203.0.113.7' },
  subject: { kind: 'account', id: null, name: 'x@example.com' },
}

it('the budget of audited attempts records a thousand, says once that it is full, and resets after 15 minutes', () => {
  const budget = new AttemptBudget()
  const entryAt = (ms: number) => budget.entryOf(attempt, later(ms))
  const first = Array.from({ length: 1_000 }, () => entryAt(0))
  expect(new Set(first)).toEqual(new Set([attempt]))
  expect(entryAt(1)).toEqual({
    action: 'audit.omitted',
    organizationId: null,
    by: service,
    subject: { kind: 'audit', id: null, name: null },
    after: { until: later(quarterMs).toISOString() },
  })
  expect([entryAt(2), entryAt(quarterMs - 1)]).toEqual([null, null])
  expect(entryAt(quarterMs)).toBe(attempt)
})

it('the budget of audited attempts is divided equally among the processes on one port', () => {
  const budget = new AttemptBudget(4)
  const actions = Array.from({ length: 251 }, () => budget.entryOf(attempt, start)?.action)
  expect([actions.lastIndexOf('signIn.failed'), actions.indexOf('audit.omitted')]).toEqual([249, 250])
})
