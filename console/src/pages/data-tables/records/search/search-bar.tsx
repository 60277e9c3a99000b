import { ActionIcon, Badge, Button, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { DataTable, Where } from '../../../../api/schema.ts'
import type { RecordSearch } from '../../../../api/table/record-search.ts'
import { useKey } from '../../../../components/keys/use-key.ts'
import { t } from '../../../../languages/text.ts'
import { useConditionNames } from '../../../spinners/steps/where/condition-names.ts'
import { wordsOfWhere } from '../../../spinners/steps/where/where-words.ts'
import { AddFilter } from './add-filter.tsx'
import { filtersOf, whereOfFilters } from './filters.ts'
import { SaveAsSegment } from './save-as-segment.tsx'

/** Delay in ms between the last typed letter and the search for records. */
const settledMs = 300

/** The search bar of a data table: words, conditions and saved views. */
export function SearchBar({
  table,
  recordSearch,
  onAsk,
  views,
  onShowAll,
}: {
  table: DataTable
  recordSearch: RecordSearch
  onAsk: (requested: RecordSearch) => void
  /** The menus of the table's views and columns. */
  views: ReactNode
  onShowAll: (() => void) | null
}) {
  const { typed, setTyped, sent, noteSent } = useTypedWords(recordSearch.q)
  const search = useDebouncedCallback((q: string) => {
    if (sent.length === 0 && q === recordSearch.q) return
    noteSent(q)
    onAsk({ ...recordSearch, q })
  }, settledMs)
  const field = useRef<HTMLInputElement>(null)
  useKey('/', () => field.current?.focus())
  const filters = filtersOf(recordSearch.where)
  const names = useConditionNames(table.id, recordSearch.where)
  const filterBy = (conditions: readonly Where[]) =>
    onAsk({ ...recordSearch, where: whereOfFilters(conditions) })
  return (
    <Group gap="xs" wrap="wrap" flex="1 1 20rem">
      <TextInput
        ref={field}
        size="sm"
        w={{ base: '100%', xs: 240 }}
        type="search"
        aria-label={t('Search the records')}
        placeholder={t('Search the records')}
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value.trim())
        }}
      />
      <AddFilter table={table} onAdd={(filter) => filterBy([...filters, ...filtersOf(filter)])} />
      {views}
      {filters.map((filter, index) => (
        <Chip
          key={JSON.stringify(filter)}
          label={wordsOfWhere(filter, names)}
          onRemove={() => filterBy(filters.filter((_, no) => no !== index))}
        />
      ))}
      {recordSearch.sort !== null && (
        <Chip
          label={wordsOfSort(recordSearch.sort)}
          onRemove={() => onAsk({ ...recordSearch, sort: null })}
        />
      )}
      {recordSearch.where !== null && (
        <SaveAsSegment
          dataTableId={table.id}
          where={recordSearch.where}
          onSaved={(segmentId) => filterBy([{ segmentId }])}
        />
      )}
      {onShowAll !== null && (
        <Button size="xs" variant="subtle" onClick={onShowAll}>
          {t('Show all records')}
        </Button>
      )}
    </Group>
  )
}

function wordsOfSort({ column, order }: NonNullable<RecordSearch['sort']>): string {
  return order === 'desc'
    ? t('Sorted by {column}, descending', { column })
    : t('Sorted by {column}', { column })
}

/**
 * Holds the words in the search field, which follow the page's address. The address has the typed words only a moment
 * after their search was sent, so the field keeps what the user types until then.
 */
function useTypedWords(q: string) {
  const [typed, setTyped] = useState(q)
  const [shown, setShown] = useState(q)
  /** The words whose search was sent and that the address does not have yet, the oldest first. */
  const [sent, setSent] = useState<readonly string[]>([])
  if (shown !== q) {
    const index = sent.lastIndexOf(q)
    setShown(q)
    setSent(index === -1 ? [] : sent.slice(index + 1))
    // Shows the words of a search that another part of the page has begun, such as an opened view.
    if (index === -1) setTyped(q)
  }
  return { typed, setTyped, sent, noteSent: (words: string) => setSent((earlier) => [...earlier, words]) }
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Badge
      size="lg"
      variant="light"
      tt="none"
      fw={500}
      maw="100%"
      rightSection={
        <ActionIcon
          size="xs"
          variant="transparent"
          aria-label={t('Remove: {label}', { label })}
          onClick={onRemove}
        >
          <X size={13} aria-hidden />
        </ActionIcon>
      }
    >
      {label}
    </Badge>
  )
}
