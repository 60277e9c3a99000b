import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import type { ErasureReceipt as Receipt } from '../../api/schema.ts'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'

const names: Readonly<Record<Receipt['stores'][number]['store'], string>> = {
  records: t('Erased records'),
  cells: t('Emptied cells in records of other people'),
  recordKeys: t('Erased codes that recognize duplicates of the person’s records'),
  recordChanges: t('Erased entries about changes of the person’s records'),
  importRows: t('Erased rows of running imports'),
  arrivals: t('Held or refused arrivals with erased data'),
  recipients: t('Job recipients with erased data'),
  messages: t('Captured and logged e-mails with erased data'),
  threadMails: t('Erased mails of conversations'),
  contacts: t('Erased entries about when e-mails were sent to the person'),
  suppressions: t('Addresses erased from the suppression list'),
  idempotencyKeys: t('Erased keys (Idempotency-Key) of requests with the person’s data'),
  requestIds: t('Erased ids of requests with the person’s data'),
  auditEntries: t('Audit log entries with erased addresses'),
  triggerData: t('Erased trigger data that named the person'),
  notes: t('Erased answers and errors that named the person'),
  events: t('Events with erased addresses'),
}

/**
 * Shows how many copies were erased from each store, and whether a message to the person is still being sent.
 */
export function ErasureReceipt({
  receipt: { isFound, inTransit, isSuppressed, stores, remainingRecords },
  repeat,
  close,
}: {
  receipt: Receipt
  repeat: () => void
  close: () => void
}) {
  const erased = stores.filter((store) => store.erased > 0)
  return (
    <Stack>
      {isFound ? (
        <Table>
          <Table.Tbody>
            {erased.map((one) => (
              <Table.Tr key={one.store}>
                <Table.Th scope="row" fw="normal">
                  {names[one.store]}
                </Table.Th>
                <Table.Td ta="right">{one.erased.toLocaleString(language)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <Text size="sm">{t('No data about this person was found.')}</Text>
      )}
      <Text size="sm">
        {isSuppressed
          ? t('The address was suppressed. Spindle does not write to it again.')
          : t('The address was not suppressed. Spindle may write to it if it is added again.')}
      </Text>
      {remainingRecords.map(({ recordId, columns, reason }) => (
        <Text key={recordId} size="sm">
          {reason === 'noAddress'
            ? t(
                'Record {recordId} stays without the address in {columns}: it is about a person without an address.',
                { recordId, columns: columns.join(', ') },
              )
            : t(
                'Record {recordId} stays without the address in {columns}: it has the address of another person.',
                { recordId, columns: columns.join(', ') },
              )}
        </Text>
      ))}
      {inTransit > 0 && (
        <Alert color="yellow" title={t('A message to this person is being sent now')}>
          {t('Erase the person again in a few minutes to delete the traces of this message.')}
        </Alert>
      )}
      <Group justify="flex-end">
        {inTransit > 0 && (
          <Button variant="default" onClick={repeat}>
            {t('Erase again')}
          </Button>
        )}
        <Button onClick={close}>{t('Close')}</Button>
      </Group>
    </Stack>
  )
}
