import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { DataTable } from '../../../api/schema.ts'
import { useDeleteDataTable } from '../../../api/table/data-tables.ts'
import { ConfirmByTyping } from '../../../components/dialog/confirm-by-typing.tsx'
import { Section } from '../section.tsx'

/**
 * The section that deletes the data table. The user must type the table's name first, because its records
 * cannot be restored.
 */
export function DeleteDataTable({ table: { id, name, recordCount } }: { table: DataTable }) {
  const navigate = useNavigate()
  const remove = useDeleteDataTable(id)
  const [opened, opening] = useDisclosure()
  const close = () => {
    opening.close()
    remove.reset()
  }
  return (
    <Section
      title="Delete this data table"
      description="Deleting the table also deletes all of its records. If a spinner uses the table, delete the spinner first."
    >
      <Group>
        <Button
          color="red"
          variant="light"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={opening.open}
        >
          Delete data table
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title={`Delete “${name}”?`}>
        <ConfirmByTyping
          text={name}
          keep="Cancel"
          action="Delete data table"
          running={remove}
          onConfirm={() =>
            remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/data-tables' }) })
          }
          onClose={close}
        >
          <Text size="sm">
            {recordCount === 0
              ? 'The table has no records that would be lost.'
              : recordCount === 1
                ? 'Deleting the table deletes its one record permanently.'
                : `Deleting the table deletes its ${recordCount.toLocaleString('en')} records permanently.`}{' '}
            The webhook URL of this table stops working.
          </Text>
        </ConfirmByTyping>
      </Modal>
    </Section>
  )
}
