import { maxGoalDays, maxHoldoutPercent } from '../../api/limits.ts'
import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import type { ConditionNames } from './steps/where/condition-names.ts'
import { draftOfWhere, faultsOfWhere } from './steps/where/where-draft.ts'
import { noNames, wordsOfWhere } from './steps/where/where-words.ts'

export type Goal = NonNullable<Spinner['goal']>

export function goalWords(goal: Goal | null, names: ConditionNames = noNames): string {
  if (goal === null) return t('No goal')
  const { holdoutPercent: percent } = goal
  const words = wordsOfKind(goal, names)
  return percent === undefined ? words : t('{words}; {percent} % get no message', { words, percent })
}

function wordsOfKind({ where, segmentId, withinDays: days }: Goal, names: ConditionNames): string {
  const segment = segmentId === undefined ? undefined : names.get(segmentId)
  if (segment !== undefined)
    return t(
      'Entering the segment “{segment}” within {days, plural, one {# day} other {# days}} of the first message',
      { segment, days },
    )
  if (segmentId !== undefined)
    return t('Entering a segment within {days, plural, one {# day} other {# days}} of the first message', {
      days,
    })
  if (where !== undefined)
    return t('{where}, within {days, plural, one {# day} other {# days}} of the first message', {
      where: wordsOfWhere(where, names),
      days,
    })
  return t('A reply within {days, plural, one {# day} other {# days}} of the first message', { days })
}

/** Returns why a goal cannot be saved; null if it can. */
export function goalFault(goal: Goal | null): string | null {
  if (goal === null) return null
  if (daysFault(goal) !== null) return daysFault(goal)
  if (holdoutFault(goal) !== null) return holdoutFault(goal)
  if (goal.where === undefined) return null
  return faultsOfWhere(draftOfWhere(goal.where), 'where').length === 0
    ? null
    : t('Complete the condition of the goal')
}

export function daysFault({ withinDays }: Goal): string | null {
  if (withinDays >= 1 && withinDays <= maxGoalDays) return null
  return t('Enter a number of days from 1 to {maxGoalDays}', { maxGoalDays })
}

export function holdoutFault({ holdoutPercent }: Goal): string | null {
  if (holdoutPercent === undefined || (holdoutPercent >= 1 && holdoutPercent <= maxHoldoutPercent))
    return null
  return t('Enter a percentage from 1 to {maxHoldoutPercent}', { maxHoldoutPercent })
}
