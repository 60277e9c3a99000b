import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import type { ErasureReceipt as Receipt } from '../../api/schema.ts'

const names: Readonly<Record<Receipt['stores'][number]['store'], string>> = {
  records: 'Records',
  cells: 'Cells emptied in records of other people',
  recordKeys: 'Stored digests of the person’s match columns',
  recordChanges: 'Stored changes of the person’s records',
  importRows: 'Rows erased from running imports',
  arrivals: 'Held or refused arrivals',
  recipients: 'Job recipients with the person’s data',
  messages: 'Captured and logged e-mails',
  contacts: 'Stored times of e-mails to the person',
  suppressions: 'Suppressions',
  idempotencyKeys: 'Idempotency keys of requests with the person’s data',
  requestIds: 'Ids of requests with the person’s data',
  auditEntries: 'Audit log entries with the address erased',
  triggerData: 'Trigger data that named the person',
  notes: 'Answers and errors that named the person',
}

/**
 * Shows how many copies were erased from each store, and whether a message to the person is still being sent.
 */
export function ErasureReceipt({
  receipt: { found, onTheWire, suppressed, stores },
  repeat,
  close,
}: {
  receipt: Receipt
  repeat: () => void
  close: () => void
}) {
  const erased = stores.filter((one) => one.erased > 0)
  return (
    <Stack>
      {found ? (
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
        {suppressed
          ? 'The address was suppressed. Spindle does not write to it again.'
          : 'The address was not suppressed. Spindle may write to it if it is added again.'}
      </Text>
      {onTheWire > 0 && (
        <Alert color="yellow" title="A message to this person is being sent now">
          Erase the person again in a few minutes to delete the traces of this message.
        </Alert>
      )}
      <Group justify="flex-end">
        {onTheWire > 0 && (
          <Button variant="default" onClick={repeat}>
            Erase again
          </Button>
        )}
        <Button onClick={close}>Close</Button>
      </Group>
    </Stack>
  )
}
