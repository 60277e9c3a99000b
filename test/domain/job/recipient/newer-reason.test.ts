import { describe, expect, it } from '@jest/globals'
import { reasonOf } from '../../../../src/domain/job/recipient/reason-view.ts'
import { withheldBy } from '../../../../src/domain/job/sending/withheld.ts'
import { refusedFor } from '../../../../src/domain/person/explanation.ts'
import type { ReasonCode } from '../../../../src/domain/reason.ts'

/**
 * An unknown reason code for the test. The database may return such a code while a newer version of Spindle is
 * being rolled out.
 */
const code = 'REASON_OF_TOMORROW' as ReasonCode
const message = 'The reason is known only to a newer version of the service'

describe('an unknown reason of a newer version', () => {
  it('lets a recipient wait or end as stored, under its own code', () => {
    expect(withheldBy({ code, seconds: 60, evidence: {} })).toMatchObject({
      kind: 'waits',
      code,
      reason: message,
    })
    expect(withheldBy({ code, seconds: null, evidence: {} })).toMatchObject({
      kind: 'skipped',
      code,
      reason: message,
    })
  })

  it('is shown in general words, unless its words were stored', () => {
    const skipped = {
      status: 'skipped',
      error: null,
      reason: code,
      evidence: null,
      dueAt: new Date(0),
    } as const
    expect(reasonOf(skipped, false)).toEqual({ code, message, evidence: null })
    expect(reasonOf({ ...skipped, error: 'Because' }, false)).toMatchObject({ code, message: 'Because' })
    expect(refusedFor(code, {})).toMatchObject({ code, message })
  })
})
