import { useState } from 'react'
import type { StepDraft } from '../step-draft.ts'
import type { FieldsProps } from '../types/step-type.ts'
import { typeOf } from '../types/step-types.ts'
import { ValuesContext } from '../values/values-context.ts'
import { InsertionContext, InsertionPoint } from './insertion.ts'

/** Shows the fields of a step of any type. */
export function StepFields({ step, onChange, ...props }: FieldsProps<StepDraft>) {
  const [point] = useState(() => new InsertionPoint())
  const { Fields } = typeOf(step)
  return (
    <InsertionContext value={point}>
      <ValuesContext value={props.columns}>
        <Fields
          {...props}
          step={step}
          onChange={(changed) => onChange({ ...(changed as StepDraft), key: step.key })}
        />
      </ValuesContext>
    </InsertionContext>
  )
}
