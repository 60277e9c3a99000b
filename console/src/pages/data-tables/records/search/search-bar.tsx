import { ActionIcon, Badge, Button, Group, Menu, Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, Plus, Search, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { DataTable } from '../../../../api/schema.ts'
import {
  isSearching,
  type RecordSearch,
  useDeleteView,
  useKeepView,
  viewsQuery,
} from '../../../../api/table/record-search.ts'
import { NameForm } from '../../name-form.tsx'
import { AddFilter } from './add-filter.tsx'
import { filtersOf, operatorWords, takesValue, whereOf } from './filter-words.ts'

/** Delay in ms between the last typed letter and the search for records. */
const settledMs = 300

/** The search bar of a data table: words, conditions and saved views. */
export function SearchBar({
  table,
  asked,
  onAsk,
}: {
  table: DataTable
  asked: RecordSearch
  onAsk: (asked: RecordSearch) => void
}) {
  const [typed, setTyped] = useState(asked.q)
  const [told, setTold] = useState(asked.q)
  // Replaces the typed words if the search was changed elsewhere, such as by opening a view or clearing the
  // search.
  if (told !== asked.q) {
    setTold(asked.q)
    setTyped(asked.q)
  }
  const search = useDebouncedCallback((q: string) => {
    setTold(q)
    onAsk({ ...asked, q })
  }, settledMs)
  const filters = filtersOf(asked.where)
  return (
    <Group gap="xs" wrap="wrap">
      <TextInput
        size="sm"
        w={{ base: '100%', xs: 240 }}
        type="search"
        aria-label="Search the records"
        placeholder="Search the records"
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value.trim())
        }}
      />
      <AddFilter
        columns={table.columns}
        disabled={filters === null}
        onAdd={(filter) => onAsk({ ...asked, where: whereOf([...(filters ?? []), filter]) })}
      />
      <Views table={table} asked={asked} onAsk={onAsk} />
      {filters === null ? (
        <Chip label="conditions of a view" onRemove={() => onAsk({ ...asked, where: null })} />
      ) : (
        filters.map((filter, index) => (
          <Chip
            key={`${filter.column} ${filter.operator} ${filter.value}`}
            label={`${filter.column} ${operatorWords[filter.operator]}${takesValue(filter.operator) ? ` ${filter.value}` : ''}`}
            onRemove={() => onAsk({ ...asked, where: whereOf(filters.filter((_, no) => no !== index)) })}
          />
        ))
      )}
      {asked.sort !== null && (
        <Chip
          label={`sorted by ${asked.sort.column}${asked.sort.descending ? ', descending' : ''}`}
          onRemove={() => onAsk({ ...asked, sort: null })}
        />
      )}
      {isSearching(asked) && (
        <Button size="xs" variant="subtle" onClick={() => onAsk({ q: '', where: null, sort: null })}>
          Show all records
        </Button>
      )}
    </Group>
  )
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
        <ActionIcon size="xs" variant="transparent" aria-label={`Remove: ${label}`} onClick={onRemove}>
          <X size={13} aria-hidden />
        </ActionIcon>
      }
    >
      {label}
    </Badge>
  )
}

function Views({
  table,
  asked,
  onAsk,
}: {
  table: DataTable
  asked: RecordSearch
  onAsk: (asked: RecordSearch) => void
}) {
  const { data: views = [] } = useQuery(viewsQuery(table.id))
  const keep = useKeepView(table.id)
  const { mutate: remove } = useDeleteView(table.id)
  const [isNaming, setNaming] = useState(false)
  const open = views.find(
    ({ q, where, sort }) => sameText([q, where, sort]) === sameText([asked.q, asked.where, asked.sort]),
  )
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button size="sm" variant="default" leftSection={<Bookmark size={16} aria-hidden />}>
            {open?.name ?? 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && (
            <Menu.Label>
              A view saves a search with its filters and order, for everybody in the organization.
            </Menu.Label>
          )}
          {views.map(({ id, name, q, where, sort }) => (
            <Menu.Item key={id} onClick={() => onAsk({ q, where: where as RecordSearch['where'], sort })}>
              {name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<Plus size={15} aria-hidden />}
            disabled={!isSearching(asked) || open !== undefined}
            onClick={() => setNaming(true)}
          >
            Save this view
          </Menu.Item>
          {open !== undefined && (
            <Menu.Item
              color="red"
              leftSection={<Trash2 size={15} aria-hidden />}
              onClick={() => remove(open.id)}
            >
              Delete the view “{open.name}”
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isNaming} onClose={() => setNaming(false)} title="Save this view">
        <Text size="sm" mb="md">
          The view saves the search, its filters and its order for everybody in the organization.
        </Text>
        <NameForm
          verb="Save view"
          name=""
          placeholder="View name, such as Large and new"
          error={keep.error}
          isPending={keep.isPending}
          onSubmit={(name) => keep.mutate({ ...asked, name }, { onSuccess: () => setNaming(false) })}
          onCancel={() => setNaming(false)}
        />
      </Modal>
    </>
  )
}

/** Returns a value as JSON with sorted fields, so that equal searches have the same text. */
function sameText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
