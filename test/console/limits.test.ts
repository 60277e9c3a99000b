import { describe, expect, it } from '@jest/globals'
import * as limits from '../../console/src/api/limits.ts'
import { minPasswordLength } from '../../src/domain/account/account.ts'
import { maxOfPolicy } from '../../src/domain/contact/contact-policy.ts'
import { maxDelayDays, maxRecordIds } from '../../src/domain/job/audience/trigger-request.ts'
import { maxAttachments } from '../../src/domain/sender/message/attachment.ts'
import { maxGoalDays, maxHoldoutPercent } from '../../src/domain/spinner/goal.ts'
import { maxExcludedSegments } from '../../src/domain/spinner/segment/exclusion.ts'
import { maxPacePerDay } from '../../src/domain/spinner/spinner-pace.ts'
import { maxAgainAfterDays } from '../../src/domain/spinner/starts.ts'
import { deepestStep, maxBranches, maxSteps } from '../../src/domain/spinner/steps/step.ts'
import { maxTriggerFields } from '../../src/domain/spinner/trigger-data.ts'
import { maxWithinDays } from '../../src/domain/spinner/where/person-question.ts'
import { deepestWhere, maxComparisons, maxValues } from '../../src/domain/spinner/where/where.ts'
import { maxMatchColumns } from '../../src/domain/table/match.ts'
import { maxFrozen, narrowestColumn, widestColumn } from '../../src/domain/table/search/view-layout.ts'
import { maxWaitUntilSeconds } from '../../src/use-cases/spinner/steps/branching/wait-until-step.ts'
import { maxWaitSeconds } from '../../src/use-cases/spinner/steps/wait-step.ts'

/** The limits of the API by the names of the constants that repeat them in the console. */
const ofApi: Readonly<Record<keyof typeof limits, unknown>> = {
  maxSteps,
  deepestStep,
  maxBranches,
  maxAttachments,
  maxWaitSeconds,
  maxWaitUntilSeconds,
  deepestWhere,
  maxComparisons,
  maxWhereValues: maxValues,
  maxWithinDays,
  maxTriggerFields,
  maxExcludedSegments,
  maxAgainAfterDays,
  maxGoalDays,
  maxHoldoutPercent,
  maxPacePerDay,
  maxRecordIds,
  maxDelayDays,
  maxMatchColumns,
  narrowestColumn,
  widestColumn,
  maxFrozen,
  minPasswordLength,
  maxOfPolicy,
}

describe('a form of the console takes exactly what the API takes', () => {
  it.each(Object.entries(limits))('up to the limit %s', (name, limit) => {
    expect(limit).toEqual(ofApi[name as keyof typeof limits])
  })
})
