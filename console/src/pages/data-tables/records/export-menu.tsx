import { Button, Menu, Text } from '@mantine/core'
import { ChevronDown, Download } from 'lucide-react'
import { useExport } from '../../../api/table/export.ts'

export function ExportMenu({ dataTableId }: { dataTableId: string }) {
  const { mutate: save, isPending } = useExport(dataTableId)
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
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save({ raw: false })}>
          <Text size="sm">CSV for a spreadsheet</Text>
          <Text size="xs" c="dimmed">
            Cells that a spreadsheet program would run as formulas are made harmless.
          </Text>
        </Menu.Item>
        <Menu.Item onClick={() => save({ raw: true })}>
          <Text size="sm">Raw CSV</Text>
          <Text size="xs" c="dimmed">
            The export has every cell unchanged, for programs that read it.
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
