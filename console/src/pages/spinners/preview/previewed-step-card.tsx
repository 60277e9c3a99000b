import { Box, Group, Skeleton, Text } from '@mantine/core'
import type { PreviewedStep } from '../../../api/schema.ts'
import { messageOf } from '../../../components/message/message-of.ts'
import { t } from '../../../languages/text.ts'
import { type StepDraft, stepOf } from '../steps/step-draft.ts'
import { Passed } from '../steps/types/passed.tsx'
import { typeOf } from '../steps/types/step-types.ts'
import { outcomes } from './outcome-mark.tsx'
import type { StepOutcome } from './outcomes.ts'

/** Shows in the preview what the open step does for the chosen record. */
export function PreviewedStepCard({
  step,
  path,
  isAtEnd,
  taken,
  previewed,
  outcome,
  faulty,
}: {
  step: StepDraft
  path: string
  /** Whether no other step follows the previewed step. */
  isAtEnd: boolean
  /**
   * The name of the branch that the record takes at a branch or split step; null for other steps, and for a
   * branch without previewed steps.
   */
  taken: string | null
  previewed: PreviewedStep | undefined
  /** The result of the step for the record; undefined while it is unknown. */
  outcome: StepOutcome | undefined
  faulty: boolean
}) {
  const { label, atEnd, Previewed } = typeOf(step)
  const preview = outcome === 'incomplete' || outcome === 'not reached' ? undefined : previewed
  return (
    <Box mt="md">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {path}. {label}
        </Text>
        <Outcome outcome={outcome} />
      </Group>
      {preview?.reason != null && (
        <Text size="sm" mt={6} role="note">
          {messageOf(preview.reason)}
          {preview.status === 'fails' &&
            !faulty &&
            preview.code === 'MISSING_CELL' &&
            t(' Click the column below its field, and set a word for empty cells.')}
        </Text>
      )}
      {preview !== undefined && taken !== null && (
        <Passed>{t('The record takes the branch “{taken}”.', { taken })}</Passed>
      )}
      {(preview?.status === 'sends' || preview?.status === 'passes') &&
        (atEnd !== undefined && isAtEnd ? (
          <Passed>{atEnd}.</Passed>
        ) : (
          <Previewed step={stepOf(step)} message={preview.message} />
        ))}
    </Box>
  )
}

function Outcome({ outcome }: { outcome: StepOutcome | undefined }) {
  if (outcome === undefined) return <Skeleton height={16} width={64} />
  const { label, color, icon: Icon } = outcomes[outcome]
  return (
    <Group gap={4} wrap="nowrap" c={color}>
      <Icon size={14} aria-hidden />
      <Text size="xs" fw={600} c="var(--mantine-color-text)">
        {label}
      </Text>
    </Group>
  )
}
