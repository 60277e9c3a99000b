import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { DataTable } from '../../../api/schema.ts'
import { useDeleteDataTable } from '../../../api/table/data-tables.ts'
import { ConfirmByTyping } from '../../../components/dialog/confirm-by-typing.tsx'
import { useRestoreOffer } from '../../../components/undo/restore-offer.ts'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'

/**
 * The section that deletes the data table. The user must type the table's name first, because its webhook URL
 * stops working.
 */
export function DeleteDataTable({ table: { id, name, recordCount } }: { table: DataTable }) {
  const navigate = useNavigate()
  const remove = useDeleteDataTable(id)
  const offer = useRestoreOffer()
  const [opened, opening] = useDisclosure()
  const close = () => {
    opening.close()
    remove.reset()
  }
  return (
    <Section
      title={t('Delete this data table')}
      description={t(
        'The table stays in the bin with its records for 30 days. If a spinner uses the table, delete the spinner first.',
      )}
    >
      <Group>
        <Button
          color="red"
          variant="light"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={opening.open}
        >
          {t('Delete data table')}
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title={t('Delete “{name}”?', { name })}>
        <ConfirmByTyping
          text={name}
          keep={t('Cancel')}
          action={t('Delete data table')}
          running={remove}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                void navigate({ to: '/data-tables' })
                offer({ kind: 'dataTable', id, name })
              },
            })
          }
          onClose={close}
        >
          <Text size="sm">
            {t(
              'The table stays in the bin for 30 days, with {recordCount, plural, one {# record} other {# records}}. Its webhook URL stops working until the table is restored.',
              { recordCount },
            )}
          </Text>
        </ConfirmByTyping>
      </Modal>
    </Section>
  )
}
