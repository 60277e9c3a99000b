import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useNavigate } from '@tanstack/react-router'
import type { Spinner } from '../../api/schema.ts'
import { useRunSpinner } from '../../api/spinners.ts'
import { audienceWords } from './audience-choice.tsx'

/** Asks, starts a job and goes to it. */
export function useRun() {
  const run = useRunSpinner()
  const navigate = useNavigate()
  const ask = ({
    id,
    name,
    publishedVersion,
    audience,
    differs,
  }: Pick<Spinner, 'id' | 'name' | 'publishedVersion' | 'audience'> & { differs: boolean }) =>
    modals.openConfirmModal({
      title: `Run “${name}”?`,
      children: (
        <>
          <Text size="sm">
            This starts a job of version {publishedVersion}. {audienceWords[audience].means} Where there are
            none, the job ends at once.
          </Text>
          {differs && (
            <Text size="sm" mt="sm">
              The changes that are not published are not part of it.
            </Text>
          )}
        </>
      ),
      labels: { confirm: 'Run', cancel: 'Not now' },
      onConfirm: () =>
        run.mutate(id, {
          onSuccess: ({ jobId }) => void navigate({ to: '/jobs/$jobId', params: { jobId } }),
        }),
    })
  return { ask, isPending: run.isPending }
}
