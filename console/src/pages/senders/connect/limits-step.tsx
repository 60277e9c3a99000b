import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Sender } from '../../../api/schema.ts'
import { useChangeSender } from '../../../api/sender/senders.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { LimitFields } from '../limit-fields.tsx'
import { PoolSelect } from '../pool-select.tsx'

/** The last step: the limits of the sender, which is connected already. */
export function LimitsStep({ sender, onDone }: { sender: Sender; onDone: () => void }) {
  const change = useChangeSender(sender.id)
  const [limits, setLimits] = useState(sender.limits)
  const [poolId, setPoolId] = useState(sender.poolId)
  const [isDefault, setIsDefault] = useState(sender.isDefault)
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap" role="status">
        <CircleCheck size={18} color="var(--mantine-color-teal-6)" style={{ flexShrink: 0 }} aria-hidden />
        <Text size="sm">
          {t(
            '{name} is connected. Limit how many messages it sends, so that providers do not treat them as spam.',
            { name: sender.name },
          )}
        </Text>
      </Group>
      <LimitFields limits={limits} onChange={setLimits} />
      <PoolSelect poolId={poolId} onChange={setPoolId} />
      {!sender.isDefault && (
        <Switch
          label={t('Default sender: used by steps without a sender')}
          description={t(
            'From now on, this sender sends the e-mails of published spinners whose steps name no sender.',
          )}
          checked={isDefault}
          onChange={({ currentTarget }) => setIsDefault(currentTarget.checked)}
        />
      )}
      <ProblemAlert error={change.error} />
      <Group justify="flex-end">
        <Button
          loading={change.isPending}
          onClick={() =>
            change.mutate(
              {
                changes: { limits, poolId, ...(isDefault !== sender.isDefault && { isDefault }) },
                revision: null,
              },
              { onSuccess: onDone },
            )
          }
        >
          {t('Save limits')}
        </Button>
      </Group>
    </Stack>
  )
}
