import { Alert, List, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { labelOfField } from '../../../components/names/field-labels.ts'
import type { StepDraft } from '../steps/step-draft.ts'
import type { StepFault } from '../steps/step-faults.ts'
import { typeOf } from '../steps/types/step-types.ts'

/** Why the draft cannot be published as it is. */
export function Obstacles({ steps, faults }: { steps: readonly StepDraft[]; faults: readonly StepFault[] }) {
  if (faults.length === 0) return null
  return (
    <Alert id="obstacles" variant="default" mb="md" icon={<CircleAlert />} title="It cannot be published yet">
      <List size="sm">
        {faults.map(({ key, field, message }) => {
          const index = steps.findIndex((step) => step.key === key)
          const step = steps[index]
          return step === undefined ? null : (
            <List.Item key={`${key} ${field} ${message}`}>
              <Text span inherit fw={600}>
                Step {index + 1}, {typeOf(step).label}, {labelOfField(field, typeOf(step))}:
              </Text>{' '}
              {message}
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
