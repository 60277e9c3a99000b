import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Timer } from 'lucide-react'
import { useRef } from 'react'
import { type TestPeople, testSpinner } from '../../../api/test-mode/spinner-tests.ts'
import { useEnterTestMode, useIsTestMode } from '../../../api/test-mode/test-mode.ts'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'

/**
 * A button that saves the draft, tests it with a few people in test mode, and opens the timeline of the test. Test mode
 * itself does not show it, because a copied spinner is run there.
 */
export function TestButton({
  draft,
  obstructed,
  onProblem,
}: {
  draft: Draft
  /** Whether the draft has faults that prevent a test. */
  obstructed: boolean
  onProblem: (error: unknown) => void
}) {
  const isTestMode = useIsTestMode()
  const test = useTest(draft, onProblem)
  if (isTestMode) return null
  const shared = { disabled: obstructed, 'aria-describedby': obstructed ? 'obstacles' : undefined }
  return (
    <Button.Group>
      <Button
        variant="default"
        leftSection={<Timer size={16} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate({})}
        aria-label={t('Test this spinner')}
        {...shared}
      >
        {t('Test')}
      </Button>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('Choose the people of the test')} {...shared}>
            <ChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => test.mutate({})}>
            {t('Test with people whom a run would choose')}
          </Menu.Item>
          <Menu.Item onClick={() => test.mutate({ people: 'samples' })}>
            {t('Test with made-up people')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}

/** Returns the action that tests the draft: saves it, starts the test, enters test mode and opens the timeline. */
function useTest(draft: Draft, onProblem: (error: unknown) => void) {
  const navigate = useNavigate()
  const copyId = useRef('')
  const enter = useEnterTestMode(
    () => void navigate({ to: '/test-timeline', search: { spinner: copyId.current } }),
  )
  const test = useMutation({
    meta: { shown: true },
    mutationFn: async (people: TestPeople) => testSpinner(await draft.flush(), people),
    onMutate: () => onProblem(null),
    onSuccess: ({ spinnerId }) => {
      copyId.current = spinnerId
      enter.mutate()
    },
    onError: onProblem,
  })
  return { mutate: test.mutate, isPending: test.isPending || enter.isPending }
}
