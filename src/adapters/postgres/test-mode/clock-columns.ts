import type { TestClock } from '../../../domain/test-mode/test-clock.ts'
import { noRules } from '../../../domain/test-mode/test-rules.ts'
import { entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

export const storedClocks = entity(
  'test_clocks',
  'organizationId',
  'now',
  'begunAt',
  'target',
  'moments',
  'error',
  'rules',
)

export type ClockRow = Selected<typeof storedClocks>

export function clockFrom({ begunAt: from, rules, ...clock }: ClockRow): TestClock {
  return { ...clock, from, rules: { ...noRules, ...rules } }
}
