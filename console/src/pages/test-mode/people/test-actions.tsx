import { Button, Group, Text } from '@mantine/core'
import { FastForward, MailSearch } from 'lucide-react'
import { useMay } from '../../../api/account/session.ts'
import type { RunningSpinnerTest } from '../../../api/schema.ts'
import { isAtWork, toNextMessage, useAdvance, useTestClock } from '../../../api/test-mode/test-clock.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { t } from '../../../languages/text.ts'

const day = 86_400

/** The ways to move the clock of a tested spinner by one click, and the link to the copied spinner. */
export function TestActions({ test }: { test: RunningSpinnerTest }) {
  const { data: clock } = useTestClock()
  const mayAdvance = useMay('editor')
  const advance = useAdvance()
  if (!mayAdvance || clock === undefined) return null
  const isBusy = isAtWork(clock) || advance.isPending
  const shared = { variant: 'default', disabled: isBusy } as const
  return (
    <Group gap="sm" mb="md">
      <Button
        {...shared}
        leftSection={<MailSearch size={16} aria-hidden />}
        variant="filled"
        disabled={isBusy || clock.next === null}
        onClick={() => advance.mutate(toNextMessage)}
      >
        {t('To the next message')}
      </Button>
      <Button
        {...shared}
        leftSection={<FastForward size={16} aria-hidden />}
        onClick={() => advance.mutate({ seconds: day })}
      >
        {t('+1 day')}
      </Button>
      <Button {...shared} onClick={() => advance.mutate({ seconds: 30 * day })}>
        {t('+30 days')}
      </Button>
      <ButtonLink
        to="/spinners/$spinnerId"
        params={{ spinnerId: test.spinnerId }}
        search={{ view: 'edit' }}
        variant="subtle"
      >
        {t('Change the spinner')}
      </ButtonLink>
      {!isBusy && clock.next === null && clock.pausedJobs === 0 && (
        <Text size="sm" c="dimmed">
          {t('The test has ended: nothing more is due.')}
        </Text>
      )}
    </Group>
  )
}
