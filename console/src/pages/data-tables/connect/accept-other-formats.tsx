import { Alert, Button, Group, Text } from '@mantine/core'
import { DoorOpen } from 'lucide-react'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'

/**
 * Offers to open the data table, if the source sends its own body format and the table accepts only the API's
 * format.
 */
export function AcceptOtherFormats({ table, sender }: { table: DataTable; sender: string }) {
  const change = useChangeDataTable(table.id)
  if (table.acceptsAnyFormat) return null
  return (
    <Alert color="yellow" icon={<DoorOpen />} title={t('This table accepts only its own format')}>
      <Group gap="sm" justify="space-between">
        <Text size="sm" flex="1 1 16rem">
          {t(
            '{sender} sends records in its own format. An open table adds the records that fit, and holds the others for you to check.',
            { sender },
          )}
        </Text>
        <ForEditors>
          <Button
            size="xs"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ changes: { acceptsAnyFormat: true }, revision: null })}
          >
            {t('Accept any format')}
          </Button>
        </ForEditors>
      </Group>
      <ProblemAlert error={change.error} />
    </Alert>
  )
}
