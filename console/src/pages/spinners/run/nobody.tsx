import { Alert, Button, Group, Text } from '@mantine/core'
import type { Where } from '../../../api/schema.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { t } from '../../../languages/text.ts'

/** Returns a condition that every record meets: its column has a value, or has none. */
export function everyRecordBy(column: string): Where {
  return {
    or: [
      { column, operator: 'exists' },
      { column, operator: 'missing' },
    ],
  }
}

/** Explains why a run without recipients cannot be started, with the actions that change that. */
export function Nobody({
  dataTableId,
  isSelection,
  onAll,
}: {
  dataTableId: string
  isSelection: boolean
  onAll: (() => void) | null
}) {
  if (isSelection)
    return (
      <Text size="sm">{t('The job would take none of the selected records. Select other records.')}</Text>
    )
  return (
    <Alert color="yellow" variant="light" role="status" title={t('There are no records to write to')}>
      <Text size="sm">
        {onAll === null
          ? t('Add records to the table of the spinner, then run it.')
          : t(
              'No record is new to this spinner. Add records to its table, or run it for all records: people may get the messages again.',
            )}
      </Text>
      <Group gap="xs" mt="sm">
        <ButtonLink to="/data-tables/$dataTableId" params={{ dataTableId }} size="xs" variant="default">
          {t('Add records')}
        </ButtonLink>
        {onAll !== null && (
          <Button size="xs" variant="default" onClick={onAll}>
            {t('Run for all records')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
