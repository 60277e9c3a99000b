import { expect, it } from '@jest/globals'
import { beginningBefore, boundsOf } from '../../../src/domain/account/overview.ts'

it('the period before an overview range is as long as the range so far, in whole quarters of an hour', () => {
  const now = new Date('2026-11-30T10:20:00Z')
  const bounds = boundsOf('7d', now, 'UTC')
  expect(bounds[0]?.toISOString()).toBe('2026-11-24T00:00:00.000Z')
  expect(beginningBefore(bounds, now).toISOString()).toBe('2026-11-17T13:30:00.000Z')
})
