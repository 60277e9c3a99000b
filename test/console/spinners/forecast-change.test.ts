import { describe, expect, it } from '@jest/globals'
import { forecastChange } from '../../../console/src/pages/spinners/run/forecast-change.ts'

const step = { step: 0, path: '1', type: 'email', sends: 3, passes: 0, skips: 0, waits: 0, fails: 1 } as const
const before: Parameters<typeof forecastChange>[0] = {
  version: 1,
  audience: { eligible: 4, excluded: [] },
  steps: [step],
  reasons: [{ code: 'MISSING_CELL', status: 'failed', count: 1 }],
  usage: { records: 0, jobs: 1 },
}

describe('the change between two forecasts of a run', () => {
  it('is none if the figures are the same', () => {
    expect(forecastChange(before, structuredClone(before))).toBeNull()
  })

  it('names each count that differs, with both numbers', () => {
    const after = {
      ...before,
      audience: { eligible: 1_004, excluded: [] },
      steps: [{ ...step, sends: 1_003 }],
    }
    expect(forecastChange(before, after)).toBe(
      'The job would now have 1,004 records instead of 4, 1,003 messages instead of 3.',
    )
  })

  it('names the version if another one was published', () => {
    expect(forecastChange(before, { ...before, version: 2 })).toBe(
      'Version 2 was published; the forecast was for version 1.',
    )
  })

  it('is mentioned if only the reasons differ', () => {
    const reasons = [{ code: 'NOT_AN_ADDRESS', status: 'failed', count: 1 }] as const
    expect(forecastChange(before, { ...before, reasons: [...reasons] })).toBe(
      'The figures of some steps or reasons have changed.',
    )
  })
})
