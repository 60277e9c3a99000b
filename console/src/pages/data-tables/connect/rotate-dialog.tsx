import { Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRotateWebhookUrl } from '../../../api/table/data-tables.ts'
import { presentTime } from '../../../api/test-mode/present-time.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { showDone } from '../../../components/show-done.ts'
import { timeToTheMinute } from '../../../components/time/exact-time.ts'
import { t } from '../../../languages/text.ts'

const hour = 3_600
const graces = [
  {
    seconds: 0,
    label: t('The old URL stops working at once'),
    description: t('End the old URL at once if it has leaked.'),
  },
  {
    seconds: hour,
    label: t('The old URL works for another hour'),
    description: t('An hour is enough to change the URL in one source.'),
  },
  {
    seconds: 7 * 24 * hour,
    label: t('The old URL works for another week'),
    description: t('A week is enough to change the URL in several sources.'),
  },
  {
    seconds: 30 * 24 * hour,
    label: t('The old URL works for another 30 days'),
    description: t('30 days are enough for other people to change the URL.'),
  },
] as const

/**
 * A dialog that replaces the webhook URL, and asks for how long the old URL keeps working. While an earlier URL keeps
 * working, it offers only to end both, because the service refuses a second time.
 */
export function RotateDialog({
  table: { id, name, previousWebhookUrlUntil },
  onClose,
}: {
  table: { id: string; name: string; previousWebhookUrlUntil: string | null }
  onClose: () => void
}) {
  const isStored = previousWebhookUrlUntil !== null && Date.parse(previousWebhookUrlUntil) > presentTime()
  const storedUntil = isStored ? previousWebhookUrlUntil : null
  const rotate = useRotateWebhookUrl(id)
  const [seconds, setSeconds] = useState('0')
  const submit = () =>
    rotate.mutate(Number(seconds), {
      onSuccess: () => {
        showDone(
          seconds === '0'
            ? t('The webhook URL is new; the old URL no longer works.')
            : t('The webhook URL is new; the old URL still works for a while.'),
        )
        onClose()
      },
    })
  return (
    <Modal opened onClose={onClose} title={t('Rotate the webhook URL?')}>
      <Stack>
        <Radio.Group
          value={seconds}
          onChange={setSeconds}
          label={t('The current webhook URL of “{name}”', { name })}
        >
          <Stack gap="sm" mt="xs">
            {graces.map((grace) => (
              <Radio
                key={grace.seconds}
                value={String(grace.seconds)}
                label={grace.label}
                description={grace.description}
                disabled={grace.seconds > 0 && storedUntil !== null}
              />
            ))}
          </Stack>
        </Radio.Group>
        {storedUntil !== null && (
          <Text size="sm">
            {t(
              'The previous webhook URL works until {time}. Before that time, a rotation ends both URLs at once.',
              { time: timeToTheMinute(storedUntil) },
            )}
          </Text>
        )}
        <ProblemAlert error={rotate.error} />
        <FormFooter onCancel={onClose} color="red" isPending={rotate.isPending} onAction={submit}>
          {t('Rotate URL')}
        </FormFooter>
      </Stack>
    </Modal>
  )
}
