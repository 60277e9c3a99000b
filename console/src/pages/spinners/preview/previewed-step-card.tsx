import { Badge, Box, Code, Divider, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { ArrowRight, Ban, CircleCheck, CircleDashed, CircleX, type LucideIcon, Send } from 'lucide-react'
import type { PreviewedStep } from '../../../api/schema.ts'
import { messageOf } from '../../../components/message-of.ts'
import { type StepDraft, stepOf } from '../steps/step-draft.ts'
import { stepKinds } from '../steps/step-kinds.ts'
import { summaryOf } from '../steps/step-words.ts'
import { MailPreview } from './mail-preview.tsx'

const outcomes: Readonly<
  Record<PreviewedStep['outcome'], { label: string; color: string; icon: LucideIcon }>
> = {
  sends: { label: 'Sends', color: 'spindle', icon: Send },
  passes: { label: 'Goes on', color: 'teal', icon: CircleCheck },
  skips: { label: 'Skipped', color: 'yellow', icon: Ban },
  fails: { label: 'Fails', color: 'red', icon: CircleX },
}

/** What comes of one step for one record. */
export function PreviewedStepCard({
  step,
  index,
  previewed,
  state,
  faulty,
}: {
  step: StepDraft
  index: number
  previewed: PreviewedStep | undefined
  state: 'here' | 'incomplete' | 'not reached'
  faulty: boolean
}) {
  const { label } = stepKinds[step.type]
  const shown = state === 'here' ? previewed : undefined
  return (
    <Paper withBorder p="sm" bg="var(--page-background)">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600}>
          {index + 1}. {label}
        </Text>
        {shown === undefined ? <Waiting state={state} /> : <Outcome outcome={shown.outcome} />}
      </Group>
      {shown?.reason != null && (
        <Text size="sm" mt={6} role="note">
          {messageOf(shown.reason)}
          {shown.outcome === 'fails' &&
            !faulty &&
            /has nothing in/.test(shown.reason) &&
            ' A variable with a word for empty ones helps.'}
        </Text>
      )}
      {shown !== undefined && <Message step={step} previewed={shown} />}
    </Paper>
  )
}

function Outcome({ outcome }: { outcome: PreviewedStep['outcome'] }) {
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

function Waiting({ state }: { state: 'here' | 'incomplete' | 'not reached' }) {
  if (state === 'here') return <Skeleton height={16} width={64} />
  return (
    <Group gap={4} wrap="nowrap" c="dimmed">
      {state === 'not reached' ? (
        <ArrowRight size={14} aria-hidden />
      ) : (
        <CircleDashed size={14} aria-hidden />
      )}
      <Text size="xs">{state === 'not reached' ? 'Not reached by this record' : 'Not filled in yet'}</Text>
    </Group>
  )
}

function Message({ step, previewed: { message, outcome } }: { step: StepDraft; previewed: PreviewedStep }) {
  if (message === null)
    return outcome === 'passes' ? (
      <Text size="sm" mt={6} c="dimmed">
        {step.type === 'wait' ? `Waits ${summaryOf(stepOf(step))}.` : `${summaryOf(stepOf(step))}: it does.`}
      </Text>
    ) : null
  if ('to' in message) return <MailPreview message={message} />
  const headers = Object.entries(message.headers)
  return (
    <Stack gap="xs" mt="xs">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge variant="default" radius="sm" style={{ flex: 'none' }}>
          {message.method}
        </Badge>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message.url}
        </Text>
      </Group>
      {headers.map(([name, value]) => (
        <Text key={name} size="xs" style={{ overflowWrap: 'anywhere' }}>
          <b>{name}:</b> {value}
        </Text>
      ))}
      <Divider />
      <Box>
        <Code block tabIndex={0} role="region" aria-label="Body of the webhook">
          {indented(message.body)}
        </Code>
      </Box>
    </Stack>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
