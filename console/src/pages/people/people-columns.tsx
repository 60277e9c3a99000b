import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedPerson, PeopleView } from '../../api/schema.ts'
import { LookBadge } from '../../components/look-badge.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { Moment } from '../../components/time/moment.tsx'
import { t } from '../../languages/text.ts'
import { wordsOfSource } from './person-sources.ts'
import { personStatuses } from './person-statuses.ts'

type ColumnId = NonNullable<PeopleView['columns']>[number]

/** A column of the list of people that users can hide. */
export interface PeopleColumn {
  readonly id: ColumnId
  readonly label: string
  readonly cell: (person: ListedPerson) => ReactNode
}

const columns: readonly PeopleColumn[] = [
  {
    id: 'status',
    label: t('Status'),
    cell: ({ status }) => <LookBadge isSmall look={personStatuses[status]} />,
  },
  { id: 'company', label: t('Company'), cell: ({ company }) => company },
  {
    id: 'dataTables',
    label: t('Data tables'),
    cell: ({ dataTables }) => dataTables.map(({ name }) => name).join(', '),
  },
  { id: 'source', label: t('Source'), cell: ({ source }) => wordsOfSource(source) },
  {
    id: 'lastMessageAt',
    label: t('Last message'),
    cell: ({ lastMessageAt }) => lastMessageAt !== null && <Moment at={lastMessageAt} />,
  },
  { id: 'createdAt', label: t('Added'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
]
const defaultIds: readonly ColumnId[] = ['status', 'company', 'dataTables', 'source', 'lastMessageAt']

/** Returns the visible columns of the list of people, which are kept in the page's URL. */
export function usePeopleColumns(): readonly PeopleColumn[] {
  const [ids] = useVisibleIds()
  return columns.filter(({ id }) => ids.includes(id))
}

/** Returns the ids of the visible columns that the page's URL names; null if it shows the default columns. */
export function useChosenColumns(): ColumnId[] | null {
  const [written] = useSearchParam('columns')
  if (written === undefined) return null
  const ids = written.split(',')
  return columns.map(({ id }) => id).filter((id) => ids.includes(id))
}

/** Returns visible columns as a parameter of the page's URL; undefined for the default columns. */
export function paramOfColumns(ids: readonly ColumnId[] | null): string | undefined {
  if (ids === null || ids.join() === defaultIds.join()) return undefined
  return ids.length === 0 ? 'none' : ids.join()
}

function useVisibleIds(): readonly [readonly ColumnId[], (ids: readonly ColumnId[]) => void] {
  const chosen = useChosenColumns()
  const [, write] = useSearchParam('columns')
  return [chosen ?? defaultIds, (ids) => write(paramOfColumns(ids))]
}

/** A button that opens the columns of the list of people, in which the user hides and shows them. */
export function PeopleColumnsButton() {
  const [ids, set] = useVisibleIds()
  const hidden = columns.filter(({ id }) => !ids.includes(id)).length
  const toggle = (id: ColumnId, isVisible: boolean) =>
    set(columns.map((column) => column.id).filter((each) => (each === id ? isVisible : ids.includes(each))))
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 size={16} aria-hidden />}>
          {hidden === 0 ? t('Columns') : t('Columns ({hidden} hidden)', { hidden })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" role="group" aria-label={t('Columns of the list')}>
          {columns.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={ids.includes(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
