import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { markWritten, outsideRequest, runRequest } from '../../../src/adapters/system/request-writes.ts'
import { DomainError, type ErrorCode } from '../../../src/domain/errors.ts'

describe('the writes of a request', () => {
  const brokenOff = (work: () => void | Promise<void>, code: ErrorCode = 'OVERLOADED') =>
    runRequest(null, async () => {
      await setTimeout(1)
      await work()
      throw new DomainError(code, { retryAfter: 60 }).for('organization')
    }).catch((error: unknown) => error)

  it('decide whether its caller learns that nothing was written', async () => {
    expect(await brokenOff(() => {})).toMatchObject({ code: 'OVERLOADED', details: { retryAfter: 60 } })
    const unknown = await brokenOff(() => markWritten())
    expect(unknown).toMatchObject({ code: 'OUTCOME_UNKNOWN', organizationId: 'organization' })
    expect((unknown as DomainError).details).toEqual({ message: expect.stringContaining('written') })
  })

  it.each<ErrorCode>(['ORGANIZATION_MOVING', 'ORGANIZATION_MOVED'])(
    'decide the answer for the error %s too',
    async (code) => {
      expect(await brokenOff(() => {}, code)).toMatchObject({ code })
      expect(await brokenOff(() => markWritten(), code)).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    },
  )

  it('change no other answer', async () => {
    for (const code of ['CONFLICT', 'PLAN_LIMIT', 'RATE_LIMITED', 'OUTCOME_UNKNOWN'] as const)
      expect(await brokenOff(() => markWritten(), code)).toMatchObject({ code, details: { retryAfter: 60 } })
    const fault = runRequest(null, async () => {
      markWritten()
      throw new TypeError('a fault')
    })
    await expect(fault).rejects.toThrow(TypeError)
  })

  it('do not include writes in the background, or of other requests', async () => {
    const beside = brokenOff(() => outsideRequest(() => markWritten()))
    const [one, other] = await Promise.all([brokenOff(() => markWritten()), beside])
    expect(one).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(other).toMatchObject({ code: 'OVERLOADED' })
  })
})
