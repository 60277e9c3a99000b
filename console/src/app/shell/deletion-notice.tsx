import { Alert, Button, Group, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useUndoDeletion } from '../../api/account/organization.ts'
import type { Role } from '../../api/account/role.ts'
import type { SignedIn } from '../../api/schema.ts'
import { showDone } from '../../components/show-done.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'
import { t } from '../../languages/text.ts'
import { ExportEverything } from '../../pages/organization/export-everything.tsx'

/** Says above every page that the organization is to be deleted, and lets owners undo that. */
export function DeletionNotice({
  deletion: { deletesAt, requestedBy },
  role,
}: {
  deletion: NonNullable<SignedIn['organization']['deletion']>
  role: Role
}) {
  const undo = useUndoDeletion()
  // The notice is gone when the mutation ends, so callbacks of `mutate` would not be called.
  const undoIt = async () => {
    const undone = await undo.mutateAsync().catch(() => null)
    if (undone !== null) showDone(t('The organization continues as before'))
  }
  return (
    <Alert
      icon={<Trash2 aria-hidden />}
      color="red"
      mb="md"
      title={t('This organization will be deleted on {time}', { time: timeToTheMinute(deletesAt) })}
    >
      <Group justify="space-between">
        <Text size="sm" flex="1 1 18rem">
          {t(
            '{name} requested the deletion. Until then nothing is sent, API keys and webhook URLs are refused, and you can only read and export. Any owner can undo the deletion.',
            { name: requestedBy?.name ?? t('An owner') },
          )}
        </Text>
        {(role === 'owner' || role === 'admin') && <ExportEverything />}
        {role === 'owner' && (
          <Button size="xs" variant="default" loading={undo.isPending} onClick={() => void undoIt()}>
            {t('Undo the deletion')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
