import type { AdvanceFault, TestClock } from '../../../domain/test-mode/test-clock.ts'
import { noRules, type TestRules } from '../../../domain/test-mode/test-rules.ts'

export interface ClockColumns {
  readonly organization_id: string
  readonly now: Date
  readonly begun_at: Date | null
  readonly target: Date | null
  readonly moments: number
  readonly error: AdvanceFault | null
  readonly rules: Partial<TestRules>
}

export const clockColumns = 'c.organization_id, c.now, c.begun_at, c.target, c.moments, c.error, c.rules'

export function clockFrom(row: ClockColumns): TestClock {
  return {
    organizationId: row.organization_id,
    now: row.now,
    from: row.begun_at,
    target: row.target,
    moments: row.moments,
    error: row.error,
    rules: { ...noRules, ...row.rules },
  }
}
