import { Alert, Button, Group, Text } from '@mantine/core'
import { MailX } from 'lucide-react'
import { useMay } from '../../api/account/session.ts'
import { useSuppress } from '../../api/suppressions.ts'
import { t } from '../../languages/text.ts'
import { ProblemAlert } from '../problem/problem-alert.tsx'
import { showDone } from '../show-done.ts'

/** Proposes the suppression of a person who asked by a reply for no more mail. */
export function OptOutProposal({ address }: { address: string }) {
  const mayEdit = useMay('editor')
  const suppress = useSuppress()
  return (
    <Alert
      color="yellow"
      icon={<MailX aria-hidden />}
      title={t('This person asks for no more e-mails')}
      mb="lg"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t(
            'A reply asks you to stop writing to {address}. Once the address is suppressed, no job writes to it.',
            { address },
          )}
        </Text>
        {mayEdit && (
          <Button
            size="xs"
            loading={suppress.isPending}
            onClick={() =>
              suppress.mutate(
                { entry: address },
                { onSuccess: () => showDone(t('The address is suppressed')) },
              )
            }
          >
            {t('Suppress the address')}
          </Button>
        )}
      </Group>
      {suppress.isError && <ProblemAlert error={suppress.error} />}
    </Alert>
  )
}
