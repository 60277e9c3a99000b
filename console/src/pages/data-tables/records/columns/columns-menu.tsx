import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Popover,
  ScrollArea,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { ArrowDown, ArrowUp, Columns3, Pin, PinOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { maxFrozen } from '../../../../api/limits.ts'
import { useKey } from '../../../../components/keys/use-key.ts'
import { t } from '../../../../languages/text.ts'
import type { LaidColumn } from './column-layout.ts'
import type { GridColumns } from './use-grid-columns.ts'

/** Number of columns from which on the list of columns can be searched. */
const worthSearching = 12
/** Maximum number of columns that the list shows at once; the search finds the others. */
const maxListed = 100

/** A button that opens a list of the grid's columns, in which the user hides, moves and freezes them. */
export function ColumnsMenu({ columns }: { columns: GridColumns }) {
  const [opened, setOpened] = useState(false)
  const [sought, setSought] = useState('')
  useKey('c', () => setOpened(true))
  const hidden = columns.all.length - columns.visible.length
  const found = columns.all.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()))
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus withinPortal width={340}>
      <Popover.Target>
        <Button
          flex="none"
          size="sm"
          variant="default"
          leftSection={<Columns3 size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {hidden === 0 ? t('Columns') : t('Columns ({hidden} hidden)', { hidden })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="xs">
          {columns.all.length >= worthSearching && (
            <TextInput
              size="xs"
              type="search"
              aria-label={t('Search the columns')}
              placeholder={t('Search the columns')}
              value={sought}
              onChange={(event) => setSought(event.currentTarget.value)}
            />
          )}
          <ScrollArea.Autosize mah="min(24rem, 50dvh)">
            <ColumnList columns={columns} listed={found.slice(0, maxListed)} />
            {found.length > maxListed && (
              <Text size="xs" c="dimmed">
                {t('{count} more columns. Search to find them.', { count: found.length - maxListed })}
              </Text>
            )}
          </ScrollArea.Autosize>
          <Group justify="space-between">
            <Button size="compact-sm" variant="subtle" disabled={hidden === 0} onClick={columns.showAll}>
              {t('Show all columns')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={!columns.isChanged}
              onClick={() => columns.reset()}
            >
              {t('Reset')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnList({ columns, listed }: { columns: GridColumns; listed: readonly LaidColumn[] }) {
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<{ readonly name: string; readonly way: string } | null>(null)
  // Keeps the focus on the button of a moved column, so that the keyboard can move it further.
  useEffect(() => {
    const { name, way } = moved.current ?? {}
    moved.current = null
    if (name === undefined) return
    const item = [...(list.current?.children ?? [])][listed.findIndex((column) => column.name === name)]
    const same = item?.querySelector<HTMLButtonElement>(`[data-way=${way}]:not(:disabled)`)
    ;(same ?? item?.querySelector<HTMLButtonElement>('[data-way]:not(:disabled)'))?.focus()
  }, [listed])
  const go = (name: string, by: 1 | -1) => {
    const other = columns.all[columns.all.findIndex((column) => column.name === name) + by]
    if (other === undefined) return
    moved.current = { name, way: by < 0 ? 'up' : 'down' }
    columns.move(name, other.name, by < 0 ? 'before' : 'after')
  }
  return (
    <ul ref={list} aria-label={t('Columns of the list')} className="plain-list">
      {listed.map(({ name, isHidden }) => {
        const at = columns.all.findIndex((column) => column.name === name)
        const place = columns.visible.findIndex((column) => column.name === name)
        const isLastFrozen = place >= 0 && place === columns.frozen - 1
        return (
          <Group key={name} component="li" gap={2} wrap="nowrap" justify="space-between">
            <Checkbox
              size="xs"
              py={6}
              miw={0}
              label={name}
              styles={{ label: { overflowWrap: 'anywhere' } }}
              checked={!isHidden}
              onChange={(event) => columns.hide(name, !event.currentTarget.checked)}
            />
            <Group gap={0} wrap="nowrap">
              <ColumnAction
                label={isLastFrozen ? t('Unfreeze all columns') : t('Freeze columns up to {name}', { name })}
                isOn={place >= 0 && place < columns.frozen}
                disabled={place < 0 || place >= maxFrozen}
                onClick={() => columns.freeze(isLastFrozen ? 0 : place + 1)}
              >
                {isLastFrozen ? <PinOff size={15} aria-hidden /> : <Pin size={15} aria-hidden />}
              </ColumnAction>
              <ColumnAction
                label={t('Move {name} up', { name })}
                way="up"
                disabled={at === 0}
                onClick={() => go(name, -1)}
              >
                <ArrowUp size={15} aria-hidden />
              </ColumnAction>
              <ColumnAction
                label={t('Move {name} down', { name })}
                way="down"
                disabled={at === columns.all.length - 1}
                onClick={() => go(name, 1)}
              >
                <ArrowDown size={15} aria-hidden />
              </ColumnAction>
            </Group>
          </Group>
        )
      })}
    </ul>
  )
}

function ColumnAction({
  label,
  way,
  isOn = false,
  disabled,
  onClick,
  children,
}: {
  label: string
  way?: 'up' | 'down'
  isOn?: boolean
  disabled: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'spindle' : 'gray'}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      {...(way === undefined ? {} : { 'data-way': way })}
    >
      {children}
    </ActionIcon>
  )
}
