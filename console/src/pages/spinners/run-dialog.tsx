import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isProblem } from '../../api/problem.ts'
import type { Spinner } from '../../api/schema.ts'
import { audienceQuery } from '../../api/spinner/spinners.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { audienceWords } from './audience-choice.tsx'

export type RunQuestion = Pick<Spinner, 'id' | 'name' | 'publishedVersion' | 'audience'> & {
  readonly differs: boolean
}

/** Says what a run means before there is one. */
export function RunDialog({
  question: { id, name, publishedVersion, audience, differs },
  opened,
  isPending,
  error,
  onConfirm,
  onClose,
}: {
  question: RunQuestion
  opened: boolean
  isPending: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}) {
  const taken = useQuery({ ...audienceQuery(id), enabled: opened, refetchInterval: 2_000 }).data?.records
  const leave = () => {
    if (!isPending) onClose()
  }
  return (
    <Modal opened={opened} onClose={leave} title={`Run “${name}”?`}>
      <Stack gap="sm">
        <Text size="sm">
          This starts a job of version {publishedVersion}. {audienceWords[audience].means}
        </Text>
        <Text size="sm" fw={600} className="numbers" aria-live="polite">
          {taken === undefined ? 'Counting the records…' : wordsOfTaken(taken)}
        </Text>
        {differs && <Text size="sm">The changes that are not published are not part of it.</Text>}
        <ProblemAlert error={error} />
        {error !== null && !isProblem(error) && (
          <Text size="sm">
            It may have started all the same. Trying again here does not start it a second time.
          </Text>
        )}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" disabled={isPending} onClick={leave}>
            Not now
          </Button>
          <Button loading={isPending} onClick={onConfirm}>
            {error === null ? 'Run' : 'Try again'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function wordsOfTaken(records: number): string {
  if (records === 0) return 'At present there are none: the job would end at once, and count on your plan.'
  return `At present that is ${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'}.`
}
