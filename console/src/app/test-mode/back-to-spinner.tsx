import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useRef } from 'react'
import type { RunningSpinnerTest } from '../../api/schema.ts'
import { useCopySpinnerBack } from '../../api/test-mode/spinner-tests.ts'
import { useLeaveTestMode } from '../../api/test-mode/test-mode.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'

/**
 * A button that leaves test mode for the real spinner of a test, and carries the changes of the copied spinner over.
 * Asks which draft to keep if the real one was changed meanwhile.
 */
export function BackToSpinner({ test }: { test: RunningSpinnerTest }) {
  const [asks, ask] = useDisclosure()
  const navigate = useNavigate()
  const isCarried = useRef(false)
  const leave = useLeaveTestMode(() => {
    if (isCarried.current)
      showDone(t('The draft has the changes from the test. Publish it when you are ready.'))
    void navigate({
      to: '/spinners/$spinnerId',
      params: { spinnerId: test.originalSpinnerId },
      search: { view: 'edit' },
    })
  })
  const copy = useCopySpinnerBack(test.spinnerId)
  const back = (overwrite: boolean) =>
    copy.mutate(overwrite, {
      onSuccess: (copied) => {
        if (copied === null) return
        if (copied.change === 'conflict') return ask.open()
        isCarried.current = copied.change === 'changed'
        leave.mutate()
      },
      onError: ask.open,
    })
  const shared = { loading: copy.isPending || leave.isPending, onClick: () => back(false) }
  return (
    <>
      <Button size="xs" variant="default" visibleFrom="sm" {...shared}>
        {t('Back to the spinner')}
      </Button>
      <ActionIcon
        variant="default"
        size={30}
        hiddenFrom="sm"
        aria-label={t('Back to the spinner')}
        {...shared}
      >
        <Undo2 size={15} aria-hidden />
      </ActionIcon>
      <Modal opened={asks} onClose={ask.close} title={t('Go back to the spinner')}>
        <Stack>
          {copy.isError ? (
            <ProblemAlert error={copy.error} />
          ) : (
            <Text size="sm">
              {t(
                '“{name}” was changed in the real organization, too, since the test began. Choose the draft that the real spinner keeps.',
                { name: test.name },
              )}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={ask.close}>
              {t('Stay in test mode')}
            </Button>
            <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
              {t('Keep the real draft')}
            </Button>
            {!copy.isError && (
              <Button loading={copy.isPending} onClick={() => back(true)}>
                {t('Use the draft of the test')}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
