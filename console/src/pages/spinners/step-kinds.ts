import { Clock, Filter, type LucideIcon, Mail, Webhook } from 'lucide-react'
import type { ConditionStep, Step } from '../../api/schema.ts'
import { wordsOfWait } from './waits.ts'

export const stepKinds: Readonly<
  Record<Step['type'], { label: string; does: string; icon: LucideIcon; color: string }>
> = {
  email: { label: 'E-mail', does: 'Sends one e-mail to the recipient.', icon: Mail, color: 'spindle' },
  webhook: { label: 'Webhook', does: 'Posts JSON to a URL, signed.', icon: Webhook, color: 'grape' },
  wait: { label: 'Wait', does: 'Lets time pass before the next step.', icon: Clock, color: 'orange' },
  condition: {
    label: 'Condition',
    does: 'Lets only some records go on; the others end as skipped.',
    icon: Filter,
    color: 'teal',
  },
}

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
