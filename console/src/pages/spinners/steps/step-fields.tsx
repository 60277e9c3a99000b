import { useState } from 'react'
import { ConditionFields } from './condition-fields.tsx'
import { EmailFields } from './email-fields.tsx'
import { InsertionContext, InsertionPoint } from './insertion.ts'
import type { StepDraft } from './step-draft.ts'
import { WaitFields } from './wait-fields.tsx'
import { WebhookFields } from './webhook-fields.tsx'

export interface FieldsProps<Draft extends StepDraft> {
  readonly step: Draft
  /** What fields have wrong, by their names in the API's pointers. */
  readonly faults: ReadonlyMap<string, string>
  readonly columns: readonly string[]
  readonly dataTableId: string
  readonly onChange: (step: StepDraft) => void
}

/** The fields of a step, whatever its type. */
export function StepFields({ step, ...props }: FieldsProps<StepDraft>) {
  const [point] = useState(() => new InsertionPoint())
  return <InsertionContext value={point}>{fieldsOf()}</InsertionContext>

  function fieldsOf() {
    switch (step.type) {
      case 'email':
        return <EmailFields step={step} {...props} />
      case 'webhook':
        return <WebhookFields step={step} {...props} />
      case 'wait':
        return <WaitFields step={step} {...props} />
      case 'condition':
        return <ConditionFields step={step} {...props} />
    }
  }
}
