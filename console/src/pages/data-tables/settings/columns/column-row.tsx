import { ActionIcon, Badge, Group, Text } from '@mantine/core'
import { ArrowDown, ArrowUp, Pencil, Shapes, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Column, DataTable } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { labelOfType } from './column-types.ts'

export type Direction = 'up' | 'down'

/** Shows one column of a data table, its purpose and the actions for it. */
export function ColumnRow({
  column: { name, isMetadata, type },
  match,
  isFirst,
  isLast,
  isBusy,
  onMove,
  onType,
  onRename,
  onRemove,
}: {
  column: Column
  match: DataTable['match']
  isFirst: boolean
  isLast: boolean
  isBusy: boolean
  onMove: (direction: Direction) => void
  onType: () => void
  onRename: () => void
  onRemove: () => void
}) {
  const isMatch = match?.columns.includes(name) || match?.newerBy === name
  return (
    <Group
      component="li"
      wrap="nowrap"
      gap="sm"
      py={4}
      style={{ borderBottom: isLast ? 'none' : '1px solid var(--mantine-color-default-border)' }}
    >
      <Group gap="xs" style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {isMetadata && (
          <Badge variant="light" color="gray" size="sm" tt="none">
            {t('visible to spinners')}
          </Badge>
        )}
        {type !== undefined && (
          <Badge variant="outline" color="gray" size="sm" tt="none">
            {labelOfType[type]}
          </Badge>
        )}
        {isMatch && (
          <Badge variant="light" size="sm" tt="none">
            {t('match')}
          </Badge>
        )}
      </Group>
      <Group wrap="nowrap" gap={2}>
        <RowAction
          label={t('Move {name} up', { name })}
          move="up"
          disabled={isFirst || isBusy}
          onClick={() => onMove('up')}
        >
          <ArrowUp size={16} aria-hidden />
        </RowAction>
        <RowAction
          label={t('Move {name} down', { name })}
          move="down"
          disabled={isLast || isBusy}
          onClick={() => onMove('down')}
        >
          <ArrowDown size={16} aria-hidden />
        </RowAction>
        <RowAction label={t('Type of {name}', { name })} onClick={onType}>
          <Shapes size={16} aria-hidden />
        </RowAction>
        <RowAction label={t('Rename {name}', { name })} onClick={onRename}>
          <Pencil size={16} aria-hidden />
        </RowAction>
        <RowAction label={t('Remove {name}', { name })} color="red" onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </RowAction>
      </Group>
    </Group>
  )
}

function RowAction({
  label,
  move,
  color = 'gray',
  disabled = false,
  onClick,
  children,
}: {
  label: string
  move?: Direction
  color?: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <ActionIcon
      variant="subtle"
      color={color}
      size="lg"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      {...(move === undefined ? {} : { 'data-move': move })}
    >
      {children}
    </ActionIcon>
  )
}
