import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { storedSpinnerQuery } from '../../../api/spinner/spinners.ts'
import type { StoredSpinner } from '../../../api/spinner/stored-spinner.ts'
import { t } from '../../../languages/text.ts'
import type { Draft } from './draft.ts'

/** Says that the draft was also changed elsewhere while the user edited it, and asks which state to keep. */
export function ConflictAlert({ draft, spinnerId }: { draft: Draft; spinnerId: string }) {
  const client = useQueryClient()
  const decide = useMutation({
    mutationFn: async (settle: (theirs: StoredSpinner) => void) =>
      settle(await client.fetchQuery({ ...storedSpinnerQuery(spinnerId), staleTime: 0 })),
  })
  return (
    <Alert
      variant="default"
      icon={<Users />}
      role="alert"
      mb="md"
      title={t('This spinner was also changed elsewhere')}
    >
      <Text size="sm">
        {t(
          'Nothing is lost yet. If you load the other draft, your changes are lost. If you keep your draft, it replaces the other draft.',
        )}
      </Text>
      <Group gap="sm" mt="sm">
        <Button
          size="xs"
          variant="default"
          loading={decide.isPending}
          onClick={() => decide.mutate((theirs) => draft.replace(theirs))}
        >
          {t('Load the other draft')}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={decide.isPending}
          onClick={() => decide.mutate((theirs) => draft.rebase(theirs))}
        >
          {t('Keep my draft')}
        </Button>
      </Group>
    </Alert>
  )
}
