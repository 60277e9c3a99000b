import { Button, Group, ScrollArea, Text, VisuallyHidden } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { DataTable } from '../../../../api/schema.ts'
import { ProblemAlert } from '../../../../components/problem/problem-alert.tsx'
import { t } from '../../../../languages/text.ts'
import { Section } from '../../section.tsx'
import { AddColumn } from './add-column.tsx'
import { ColumnRow } from './column-row.tsx'
import { RemoveColumn } from './remove-column.tsx'
import { RenameColumn } from './rename-column.tsx'
import { TypeColumn } from './type-column.tsx'
import { useColumnMoves } from './use-column-moves.ts'

type Opened =
  | 'add'
  | { readonly type: string }
  | { readonly rename: string }
  | { readonly remove: string }
  | null

/** Lists the columns of a data table. Each addition, renaming, move and removal is saved at once. */
export function Columns({
  table,
  onRenamed,
}: {
  table: DataTable
  onRenamed: (from: string, to: string) => void
}) {
  const { list, news, move, go } = useColumnMoves(table)
  const [opened, setOpened] = useState<Opened>(null)
  const { columns } = table
  const close = () => setOpened(null)
  const typed =
    opened !== null && typeof opened === 'object' && 'type' in opened
      ? columns.find(({ name }) => name === opened.type)
      : undefined

  return (
    <Section
      title={t('Columns')}
      description={t(
        'The columns of each record, in the order in which the console shows and exports them. “Missing columns” decides about records without one of these columns.',
      )}
    >
      {columns.length === 0 ? (
        <Text size="sm">
          {t(
            'This table has no columns yet. Add columns here, or import a CSV, whose header row names the columns.',
          )}
        </Text>
      ) : (
        <ScrollArea.Autosize mah={420} type="auto" offsetScrollbars>
          <ul ref={list} aria-label={t('Columns')} className="plain-list">
            {columns.map((column, index) => (
              <ColumnRow
                key={column.name}
                column={column}
                match={table.match}
                isFirst={index === 0}
                isLast={index === columns.length - 1}
                isBusy={move.isPending}
                onMove={(direction) => go(column.name, index, direction)}
                onType={() => setOpened({ type: column.name })}
                onRename={() => setOpened({ rename: column.name })}
                onRemove={() => setOpened({ remove: column.name })}
              />
            ))}
          </ul>
        </ScrollArea.Autosize>
      )}
      <ProblemAlert error={move.error} />
      <Group>
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => setOpened('add')}
        >
          {t('Add a column')}
        </Button>
      </Group>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {opened === 'add' && <AddColumn table={table} onClose={close} />}
      {typed !== undefined && <TypeColumn table={table} column={typed} onClose={close} />}
      {opened !== null && typeof opened === 'object' && 'rename' in opened && (
        <RenameColumn table={table} column={opened.rename} onRenamed={onRenamed} onClose={close} />
      )}
      {opened !== null && typeof opened === 'object' && 'remove' in opened && (
        <RemoveColumn table={table} column={opened.remove} onClose={close} />
      )}
    </Section>
  )
}
