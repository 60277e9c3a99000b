import { Button, Menu, Text } from '@mantine/core'
import { ChevronDown, Download } from 'lucide-react'
import { useExport } from '../../../api/table/export.ts'
import type { RecordSearch } from '../../../api/table/record-search.ts'
import { t } from '../../../languages/text.ts'

/** A menu that exports the records of the list as CSV: all records, or those that the search finds. */
export function ExportMenu({
  dataTableId,
  recordSearch,
}: {
  dataTableId: string
  recordSearch: RecordSearch
}) {
  const { mutate: save, isPending } = useExport(dataTableId)
  const { q, where } = recordSearch
  const isFiltered = q !== '' || where !== null
  return (
    <Menu position="bottom-end" width={290}>
      <Menu.Target>
        <Button
          flex="none"
          size="sm"
          variant="default"
          loading={isPending}
          leftSection={<Download size={16} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          {t('Export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {isFiltered ? t('Only the records that match, newest first') : t('All records of the table')}
        </Menu.Label>
        <Menu.Item onClick={() => save({ raw: false, q, where })}>
          <Text size="sm">{t('CSV for a spreadsheet')}</Text>
          <Text size="xs" c="dimmed">
            {t('Cells that a spreadsheet program would run as formulas are made harmless.')}
          </Text>
        </Menu.Item>
        <Menu.Item onClick={() => save({ raw: true, q, where })}>
          <Text size="sm">{t('Raw CSV')}</Text>
          <Text size="xs" c="dimmed">
            {t('The export has every cell unchanged, for programs that read it.')}
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
