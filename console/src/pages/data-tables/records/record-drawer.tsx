import { Drawer } from '@mantine/core'
import type { TableRecord } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'
import { type ShownRecord, WholeRecord } from './whole-record.tsx'

/** Shows all cells of one record in a drawer over the rest of the page. */
export function RecordDrawer({
  record,
  onClose,
  ...shown
}: Omit<ShownRecord, 'record'> & { readonly record: TableRecord | null }) {
  return (
    <Drawer opened={record !== null} onClose={onClose} position="right" title={t('Record')}>
      {record !== null && <WholeRecord record={record} onClose={onClose} {...shown} />}
    </Drawer>
  )
}
