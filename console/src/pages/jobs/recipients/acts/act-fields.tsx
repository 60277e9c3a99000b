import { Select } from '@mantine/core'
import type { Act, ActKind } from '../../../../api/job/recipient-acts.ts'
import type { Step } from '../../../../api/schema.ts'
import { presentTime } from '../../../../api/test-mode/present-time.ts'
import { DateTimeField } from '../../../../components/time/fields/date-time-field.tsx'
import { inSentence } from '../../../../languages/in-sentence.ts'
import { t } from '../../../../languages/text.ts'
import { stepsWithPlaces } from '../../../spinners/steps/branches.ts'
import { typeOf } from '../../../spinners/steps/types/step-types.ts'

/** The typed values of the form of an act: the index of a step as text, and a time in UTC. */
export interface ActValues {
  readonly step: string | null
  readonly until: string
}

export const noValues: ActValues = { step: null, until: '' }

/** Returns the act that the typed values describe; null while a value is missing or a time is not in the future. */
export function actOf(kind: ActKind, { step, until }: ActValues): Act | null {
  if (kind === 'move') return step === null ? null : { action: kind, step: Number(step) }
  if (kind !== 'wait') return { action: kind }
  const moment = new Date(until)
  return moment.getTime() > presentTime() ? { action: kind, until: moment.toISOString() } : null
}

/** The field of an act that needs a value: the step to move to, or the end of the wait. */
export function ActFields({
  kind,
  steps,
  values,
  onChange,
}: {
  kind: ActKind
  steps: readonly Step[]
  values: ActValues
  onChange: (values: ActValues) => void
}) {
  if (kind === 'move')
    return (
      <Select
        label={t('Step')}
        placeholder={t('Choose a step')}
        data={stepsWithPlaces(steps).map(({ path, step }, index) => ({
          value: String(index),
          label: `${path}, ${inSentence(typeOf(step).label)}`,
        }))}
        value={values.step}
        onChange={(step) => onChange({ ...values, step })}
        allowDeselect={false}
        data-autofocus
      />
    )
  if (kind !== 'wait') return null
  return (
    <DateTimeField
      label={t('Continue at')}
      description={t('The time is in the time zone of this computer.')}
      value={values.until}
      error={
        values.until !== '' && actOf(kind, values) === null ? t('Choose a time in the future') : undefined
      }
      onChange={(until) => onChange({ ...values, until })}
      min={presentTime()}
      data-autofocus
    />
  )
}
