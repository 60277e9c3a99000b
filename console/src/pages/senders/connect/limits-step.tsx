import { Button, Group, Stack, Text } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Sender } from '../../../api/schema.ts'
import { useChangeSender } from '../../../api/sender/senders.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { LimitFields } from '../limit-fields.tsx'

/** The last step: the limits of the sender, which is connected already. */
export function LimitsStep({ sender, onDone }: { sender: Sender; onDone: () => void }) {
  const change = useChangeSender(sender.id)
  const [limits, setLimits] = useState(sender.limits)
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap" role="status">
        <CircleCheck size={18} color="var(--mantine-color-teal-6)" style={{ flexShrink: 0 }} aria-hidden />
        <Text size="sm">
          {sender.name} is connected. Choose how many messages it sends, so that providers do not take them
          for spam.
        </Text>
      </Group>
      <LimitFields limits={limits} onChange={setLimits} />
      <ProblemAlert error={change.error} />
      <Group justify="flex-end">
        <Button
          loading={change.isPending}
          onClick={() => change.mutate({ changes: { limits }, revision: null }, { onSuccess: onDone })}
        >
          Save limits
        </Button>
      </Group>
    </Stack>
  )
}
