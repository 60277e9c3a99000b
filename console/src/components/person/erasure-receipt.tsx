import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import type { ErasureReceipt as Receipt } from '../../api/schema.ts'

const names: Readonly<Record<Receipt['stores'][number]['store'], string>> = {
  records: 'Erased records',
  cells: 'Emptied cells in records of other people',
  recordKeys: 'Erased codes that recognize duplicates of the person’s records',
  recordChanges: 'Erased entries about changes of the person’s records',
  importRows: 'Erased rows of running imports',
  arrivals: 'Held or refused arrivals with erased data',
  recipients: 'Job recipients with erased data',
  messages: 'Captured and logged e-mails with erased data',
  contacts: 'Erased entries about when e-mails were sent to the person',
  suppressions: 'Addresses erased from the suppression list',
  idempotencyKeys: 'Erased keys (Idempotency-Key) of requests with the person’s data',
  requestIds: 'Erased ids of requests with the person’s data',
  auditEntries: 'Audit log entries with erased addresses',
  triggerData: 'Erased trigger data that named the person',
  notes: 'Erased answers and errors that named the person',
  events: 'Events with erased addresses',
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
                <Table.Td ta="right">{one.erased.toLocaleString('en')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <Text size="sm">No data about this person was found.</Text>
      )}
      <Text size="sm">
        {isSuppressed
          ? 'The address was suppressed. Spindle does not write to it again.'
          : 'The address was not suppressed. Spindle may write to it if it is added again.'}
      </Text>
      {remainingRecords.map(({ recordId, columns, reason }) => (
        <Text key={recordId} size="sm">
          Record {recordId} stays without the address in {columns.join(', ')}
          {reason === 'noAddress'
            ? ': it is about a person without an address.'
            : ': it has the address of another person.'}
        </Text>
      ))}
      {inTransit > 0 && (
        <Alert color="yellow" title="A message to this person is being sent now">
          Erase the person again in a few minutes to delete the traces of this message.
        </Alert>
      )}
      <Group justify="flex-end">
        {inTransit > 0 && (
          <Button variant="default" onClick={repeat}>
            Erase again
          </Button>
        )}
        <Button onClick={close}>Close</Button>
      </Group>
    </Stack>
  )
}
