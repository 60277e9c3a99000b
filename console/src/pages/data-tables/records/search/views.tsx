import { Button, Menu, Modal, Text } from '@mantine/core'
import { Bookmark, Plus, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DataTable, View } from '../../../../api/schema.ts'
import {
  isSearching,
  type RecordSearch,
  useChangeView,
  useDeleteView,
  useKeepView,
} from '../../../../api/table/record-search.ts'
import { askToConfirm } from '../../../../components/dialog/ask-to-confirm.tsx'
import { ForEditors } from '../../../../components/for-editors.tsx'
import { t } from '../../../../languages/text.ts'
import { NameForm } from '../../name-form.tsx'
import type { ColumnLayout } from '../columns/column-layout.ts'
import type { GridColumns } from '../columns/use-grid-columns.ts'
import { isSameSearch } from './same-search.ts'

/** The menu of a table's views: opens, saves, changes and deletes them. */
export function Views({
  table,
  views,
  opened,
  recordSearch,
  columns,
  onOpen,
}: {
  table: DataTable
  views: readonly View[]
  opened: View | undefined
  recordSearch: RecordSearch
  columns: GridColumns
  onOpen: (view: View) => void
}) {
  const change = useChangeView(table.id)
  const { mutate: remove } = useDeleteView(table.id)
  const [isNaming, setNaming] = useState(false)
  const isChanged = opened !== undefined && (columns.isChanged || !isSameSearch(opened, recordSearch))
  const saveChanges = () => {
    if (opened === undefined) return
    const { q, where, sort } = recordSearch
    const { layout, noteSaved } = columns
    change.mutate({ id: opened.id, q, where, sort, layout }, { onSuccess: () => noteSaved(layout) })
  }
  const confirmRemove = ({ id, name }: View) =>
    askToConfirm({
      title: t('Delete the view “{name}”?', { name }),
      text: t(
        'The view is deleted for all members of the organization. The records stay. This cannot be undone.',
      ),
      action: t('Delete view'),
      isDangerous: true,
      onConfirm: () => remove(id),
    })
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            size="sm"
            variant="default"
            loading={change.isPending}
            leftSection={<Bookmark size={16} aria-hidden />}
          >
            {labelOf(opened, isChanged)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewItems views={views} onOpen={onOpen} />
          <ForEditors>
            <ChangeItems
              opened={opened}
              isChanged={isChanged}
              isWorthSaving={isSearching(recordSearch) || columns.layout !== null}
              onSaveChanges={saveChanges}
              onName={() => setNaming(true)}
              onDelete={confirmRemove}
            />
          </ForEditors>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NewView
          table={table}
          recordSearch={recordSearch}
          layout={columns.layout}
          onSaved={(view) => {
            setNaming(false)
            columns.reset()
            onOpen(view)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

function labelOf(opened: View | undefined, isChanged: boolean): string {
  if (opened === undefined) return t('Views')
  return isChanged ? t('{name} (changed)', { name: opened.name }) : opened.name
}

/** The menu items that save and delete views. */
function ChangeItems({
  opened,
  isChanged,
  isWorthSaving,
  onSaveChanges,
  onName,
  onDelete,
}: {
  opened: View | undefined
  isChanged: boolean
  isWorthSaving: boolean
  onSaveChanges: () => void
  onName: () => void
  onDelete: (view: View) => void
}) {
  return (
    <>
      {isChanged && opened !== undefined && (
        <Menu.Item leftSection={<Save size={15} aria-hidden />} onClick={onSaveChanges}>
          {t('Save changes of “{name}”', { name: opened.name })}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<Plus size={15} aria-hidden />}
        disabled={!isWorthSaving || (opened !== undefined && !isChanged)}
        onClick={onName}
      >
        {opened === undefined ? t('Save this view') : t('Save as a new view')}
      </Menu.Item>
      {opened !== undefined && (
        <Menu.Item
          color="red"
          leftSection={<Trash2 size={15} aria-hidden />}
          onClick={() => onDelete(opened)}
        >
          {t('Delete the view “{name}”', { name: opened.name })}
        </Menu.Item>
      )}
    </>
  )
}

function ViewItems({ views, onOpen }: { views: readonly View[]; onOpen: (view: View) => void }) {
  if (views.length === 0)
    return (
      <Menu.Label>
        {t('A view saves a search with its filters, order and columns, for all members of the organization.')}
      </Menu.Label>
    )
  return (
    <>
      {views.map((view) => (
        <Menu.Item key={view.id} onClick={() => onOpen(view)}>
          {view.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}

function NewView({
  table,
  recordSearch,
  layout,
  onSaved,
  onClose,
}: {
  table: DataTable
  recordSearch: RecordSearch
  layout: ColumnLayout | null
  onSaved: (view: View) => void
  onClose: () => void
}) {
  const keep = useKeepView(table.id)
  return (
    <Modal opened onClose={onClose} title={t('Save this view')}>
      <Text size="sm" mb="md">
        {t(
          'The view saves the search, its filters, its order and its columns for all members of the organization.',
        )}
      </Text>
      <NameForm
        verb={t('Save view')}
        name=""
        placeholder={t('View name, such as Large and new')}
        error={keep.error}
        isPending={keep.isPending}
        onSubmit={(name) => keep.mutate({ ...recordSearch, layout, name }, { onSuccess: onSaved })}
        onCancel={onClose}
      />
    </Modal>
  )
}
