import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { asOneRequest, besideRequest, noteWritten } from '../../../src/adapters/system/request-writes.ts'
import { DomainError, type ErrorCode } from '../../../src/domain/errors.ts'

describe('what a request has written', () => {
  const brokenOff = (work: () => void | Promise<void>, code: ErrorCode = 'OVERLOADED') =>
    asOneRequest(async () => {
      await setTimeout(1)
      await work()
      throw new DomainError(code, { retryAfter: 60 }).for('organization')
    }).catch((error: unknown) => error)

  it('decides whether its caller is told that nothing was written', async () => {
    expect(await brokenOff(() => {})).toMatchObject({ code: 'OVERLOADED', details: { retryAfter: 60 } })
    const unknown = await brokenOff(() => noteWritten())
    expect(unknown).toMatchObject({ code: 'OUTCOME_UNKNOWN', organizationId: 'organization' })
    expect((unknown as DomainError).details).toEqual({ message: expect.stringContaining('written') })
  })

  it.each<ErrorCode>(['ORGANIZATION_MOVING', 'ORGANIZATION_MOVED'])(
    'also decides it where the answer would be %s',
    async (code) => {
      expect(await brokenOff(() => {}, code)).toMatchObject({ code })
      expect(await brokenOff(() => noteWritten(), code)).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    },
  )

  it('changes no other answer', async () => {
    for (const code of ['CONFLICT', 'PLAN_LIMIT', 'RATE_LIMITED', 'OUTCOME_UNKNOWN'] as const)
      expect(await brokenOff(() => noteWritten(), code)).toMatchObject({ code, details: { retryAfter: 60 } })
    const fault = asOneRequest(async () => {
      noteWritten()
      throw new TypeError('a fault')
    })
    await expect(fault).rejects.toThrow(TypeError)
  })

  it('has no part of what is written beside it, or by other requests', async () => {
    const beside = brokenOff(() => besideRequest(() => noteWritten()))
    const [one, other] = await Promise.all([brokenOff(() => noteWritten()), beside])
    expect(one).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(other).toMatchObject({ code: 'OVERLOADED' })
  })
})
