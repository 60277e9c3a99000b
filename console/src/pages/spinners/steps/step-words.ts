import type { ConditionStep, Step } from '../../../api/schema.ts'
import { wordsOfWait } from './waits.ts'

export const operatorWords: Readonly<Record<ConditionStep['operator'], string>> = {
  exists: 'is filled in',
  missing: 'is empty',
  equals: 'equals',
  notEquals: 'does not equal',
  contains: 'contains',
  greaterThan: 'is greater than',
  lessThan: 'is less than',
}

/** A step in one line. */
export function summaryOf(step: Step): string {
  switch (step.type) {
    case 'email':
      return [step.to === '' ? 'To nobody yet' : `To ${step.to}`, step.subject].filter(Boolean).join(' · ')
    case 'webhook':
      return `${step.method ?? 'POST'} ${step.url === '' ? 'to no URL yet' : step.url}`
    case 'wait':
      return step.seconds > 0 ? wordsOfWait(step.seconds) : 'No time yet'
    case 'condition': {
      const value = step.value === undefined ? '' : ` “${step.value}”`
      return step.column === ''
        ? 'No column yet'
        : `Go on if ${step.column} ${operatorWords[step.operator]}${value}`
    }
  }
}
