import { describe, expect, it } from '@jest/globals'
import * as limits from '../../console/src/api/limits.ts'
import { shortestPassword } from '../../src/domain/account/account.ts'
import { maxOfPolicy } from '../../src/domain/contact/contact-policy.ts'
import { longestDelayDays, mostRecordIds } from '../../src/domain/job/audience/trigger-request.ts'
import { mostAttachments } from '../../src/domain/sender/message/attachment.ts'
import { deepestStep, mostBranches, mostSteps } from '../../src/domain/spinner/steps/step.ts'
import { mostTriggerFields } from '../../src/domain/spinner/trigger-data.ts'
import { deepestWhere, mostComparisons } from '../../src/domain/spinner/where/where.ts'
import { mostMatchColumns } from '../../src/domain/table/match.ts'
import { mostFrozen, narrowestColumn, widestColumn } from '../../src/domain/table/search/view-layout.ts'
import { longestWaitUntilSeconds } from '../../src/use-cases/spinner/steps/branching/wait-until-step.ts'
import { longestWaitSeconds } from '../../src/use-cases/spinner/steps/wait-step.ts'

/** The limits of the API by the names of the constants that repeat them in the console. */
const ofApi: Readonly<Record<keyof typeof limits, unknown>> = {
  mostSteps,
  deepestStep,
  mostBranches,
  mostAttachments,
  longestWaitSeconds,
  longestWaitUntilSeconds,
  deepestWhere,
  mostComparisons,
  mostTriggerFields,
  mostRecordIds,
  longestDelayDays,
  mostMatchColumns,
  narrowestColumn,
  widestColumn,
  mostFrozen,
  shortestPassword,
  maxOfPolicy,
}

describe('a form of the console takes exactly what the API takes', () => {
  it.each(Object.entries(limits))('up to the limit %s', (name, limit) => {
    expect(limit).toEqual(ofApi[name as keyof typeof limits])
  })
})
