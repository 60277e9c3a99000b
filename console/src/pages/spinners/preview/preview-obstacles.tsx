import { Alert, Anchor, List } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { labelOfField } from '../../../components/names/field-labels.ts'
import { translated } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import type { StepDraft } from '../steps/step-draft.ts'
import type { StepFault } from '../steps/step-faults.ts'
import { typeOf } from '../steps/types/step-types.ts'

/** Lists the faults that prevent publishing the draft. Each leads to its step. */
export function Obstacles({
  steps,
  faults,
  onOpen,
}: {
  steps: readonly StepDraft[]
  faults: readonly StepFault[]
  onOpen: (key: string) => void
}) {
  if (faults.length === 0) return null
  const placed = stepsWithPlaces(steps)
  return (
    <Alert
      id="obstacles"
      variant="default"
      mb="md"
      icon={<CircleAlert />}
      title={t('The spinner cannot be published yet')}
    >
      <List size="sm">
        {faults.map(({ key, field, message }) => {
          const at = placed.find(({ step }) => step.key === key)
          return at === undefined ? null : (
            <List.Item key={`${key} ${field} ${message}`}>
              <Anchor
                component="button"
                type="button"
                inherit
                fw={600}
                underline="always"
                ta="left"
                onClick={() => onOpen(key)}
              >
                {[
                  t('Step {path}', { path: at.path }),
                  typeOf(at.step).label,
                  labelOfField(field, typeOf(at.step)),
                ]
                  .filter((part) => part !== '')
                  .join(', ')}
              </Anchor>
              : {translated(message)}
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
