import { Group, Paper, Skeleton, Text } from '@mantine/core'
import { ArrowRight, Ban, CircleCheck, CircleDashed, CircleX, type LucideIcon, Send } from 'lucide-react'
import type { PreviewedStep } from '../../../api/schema.ts'
import { messageOf } from '../../../components/message/message-of.ts'
import { type StepDraft, stepOf } from '../steps/step-draft.ts'
import { Passed } from '../steps/types/passed.tsx'
import { typeOf } from '../steps/types/step-types.ts'

const outcomes: Readonly<
  Record<PreviewedStep['status'], { label: string; color: string; icon: LucideIcon }>
> = {
  sends: { label: 'Sends', color: 'spindle', icon: Send },
  passes: { label: 'Continues', color: 'teal', icon: CircleCheck },
  skips: { label: 'Skipped', color: 'yellow', icon: Ban },
  fails: { label: 'Fails', color: 'red', icon: CircleX },
}

/** Shows in the preview what one step does for the chosen record. */
export function PreviewedStepCard({
  step,
  path,
  isInBranch,
  isAtEnd,
  taken,
  previewed,
  status,
  faulty,
}: {
  step: StepDraft
  path: string
  /** Whether the step lies in a branch of another step. */
  isInBranch: boolean
  /** Whether no other step follows the previewed step. */
  isAtEnd: boolean
  /**
   * The name of the branch that the record takes at a branch or split step; null for other steps, and for a
   * branch without previewed steps.
   */
  taken: string | null
  previewed: PreviewedStep | undefined
  status: 'here' | 'incomplete' | 'not reached'
  faulty: boolean
}) {
  const { label, atEnd, Previewed } = typeOf(step)
  const preview = status === 'here' ? previewed : undefined
  if (status === 'not reached' && isInBranch)
    return (
      <Text size="xs" c="dimmed">
        {path}. {label}: this record does not reach the step
      </Text>
    )
  return (
    <Paper withBorder p="sm" bg="var(--page-background)">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {path}. {label}
        </Text>
        {preview === undefined ? <Waiting status={status} /> : <Outcome outcome={preview.status} />}
      </Group>
      {preview?.reason != null && (
        <Text size="sm" mt={6} role="note">
          {messageOf(preview.reason)}
          {preview.status === 'fails' &&
            !faulty &&
            preview.code === 'MISSING_CELL' &&
            ' Edit the step: remove the column from its text and insert it again, with a word for empty cells.'}
        </Text>
      )}
      {preview !== undefined && taken !== null && <Passed>The record takes the branch “{taken}”.</Passed>}
      {(preview?.status === 'sends' || preview?.status === 'passes') &&
        (atEnd !== undefined && isAtEnd ? (
          <Passed>{atEnd}.</Passed>
        ) : (
          <Previewed step={stepOf(step)} message={preview.message} />
        ))}
    </Paper>
  )
}

function Outcome({ outcome }: { outcome: PreviewedStep['status'] }) {
  const { label, color, icon: Icon } = outcomes[outcome]
  return (
    <Group gap={4} wrap="nowrap" c={`var(--mantine-color-${color}-light-color)`}>
      <Icon size={14} aria-hidden />
      <Text size="xs" fw={600} c="var(--mantine-color-text)">
        {label}
      </Text>
    </Group>
  )
}

function Waiting({ status }: { status: 'here' | 'incomplete' | 'not reached' }) {
  if (status === 'here') return <Skeleton height={16} width={64} />
  return (
    <Group gap={4} wrap="nowrap" c="dimmed">
      {status === 'not reached' ? (
        <ArrowRight size={14} aria-hidden />
      ) : (
        <CircleDashed size={14} aria-hidden />
      )}
      <Text size="xs">
        {status === 'not reached' ? 'This record does not reach the step' : 'Step not complete yet'}
      </Text>
    </Group>
  )
}
