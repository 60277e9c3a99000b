import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { Clock } from 'lucide-react'
import { maxWaitSeconds } from '../../../../../api/limits.ts'
import type { WaitStep } from '../../../../../api/schema.ts'
import { t } from '../../../../../languages/text.ts'
import { Passed } from '../passed.tsx'
import type { FieldsProps, StepTypeOf } from '../step-type.ts'
import { type WaitUnit, waitOf, waitUnits, wordsOfWait } from './wait-words.ts'

interface WaitDraft extends Pick<WaitStep, 'type'> {
  /** The typed amount of time to wait, in units; empty while the field is empty. */
  readonly amount: number | ''
  readonly unit: WaitUnit
}

const units = Object.keys(waitUnits) as WaitUnit[]

export const waitStep: StepTypeOf<WaitStep, WaitDraft> = {
  label: t('Wait'),
  does: t('The record waits for some time before the next step.'),
  icon: Clock,
  color: 'orange',
  sends: false,
  canBeTested: false,
  branching: null,
  compares: false,
  atEnd: t('No step follows this wait, so the wait has no effect'),
  labels: { seconds: t('Length of the wait') },
  comparedAs: t('Length of the wait'),
  blank: () => ({ type: 'wait', amount: 3, unit: 'days' }),
  draftOf: ({ type, seconds }) => ({ type, ...waitOf(seconds) }),
  stepOf: ({ type, amount, unit }) => ({ type, seconds: Math.round(Number(amount) * waitUnits[unit]) }),
  faultsOf: ({ amount, unit }) => {
    const seconds = Number(amount) * waitUnits[unit]
    if (amount === '') return [['seconds', t('Enter how long the record waits')]]
    if (seconds < 1 || Math.abs(seconds - Math.round(seconds)) > 0.001)
      return [['seconds', t('Enter a wait of one or more whole seconds')]]
    return seconds > maxWaitSeconds ? [['seconds', t('A wait can be 90 days at most')]] : []
  },
  summaryOf,
  Fields,
  Previewed: ({ step }) => <Passed>{t('Waits {summary}.', { summary: summaryOf(step) })}</Passed>,
}

function summaryOf({ seconds }: WaitStep): string {
  return seconds > 0 ? wordsOfWait(seconds) : t('No duration entered yet')
}

function Fields({ step, faults, onChange }: FieldsProps<WaitDraft>) {
  return (
    <Group gap="sm" align="flex-start">
      <NumberInput
        label={t('Length of the wait')}
        description={t('A wait can be from 1 second to 90 days.')}
        w={160}
        min={0}
        decimalScale={4}
        value={step.amount}
        error={faults.get('seconds')}
        onChange={(amount) => onChange({ ...step, amount: amount === '' ? '' : Number(amount) })}
      />
      <NativeSelect
        label={t('Unit')}
        description={t('The unit of time')}
        data={units}
        value={step.unit}
        onChange={(event) => {
          const unit = units.find((one) => one === event.currentTarget.value)
          if (unit !== undefined) onChange({ ...step, unit })
        }}
      />
    </Group>
  )
}
