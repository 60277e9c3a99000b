import { Paper, Stack, Text } from '@mantine/core'
import { stepsWithPlaces } from '../branches.ts'
import { type StepDraft, stepOf } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'

/** The steps of a spinner for viewers, each as one line. The preview beside them shows the messages. */
export function StepsToRead({ steps }: { steps: readonly StepDraft[] }) {
  return (
    <Stack component="ol" gap="xs" className="plain-list" aria-labelledby="steps">
      {stepsWithPlaces(steps).map(({ step, path }) => {
        const { label, summaryOf } = typeOf(step)
        return (
          <Paper withBorder p="sm" component="li" key={step.key} data-step={step.key} tabIndex={-1}>
            <Text size="sm" fw={600}>
              {path}. {label}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {summaryOf(stepOf(step))}
            </Text>
          </Paper>
        )
      })}
    </Stack>
  )
}
