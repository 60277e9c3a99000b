import type { DataTable, View } from '../../../../api/schema.ts'
import {
  isSearching,
  type RecordSearch,
  useChangeView,
  useDeleteView,
  useKeepView,
} from '../../../../api/table/record-search.ts'
import { ViewsMenu } from '../../../../components/views/views-menu.tsx'
import { t } from '../../../../languages/text.ts'
import type { GridColumns } from '../columns/use-grid-columns.ts'
import { isSameSearch } from './same-search.ts'

/** The menu of a table's views. */
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
  const keep = useKeepView(table.id)
  const change = useChangeView(table.id)
  const { mutate: remove } = useDeleteView(table.id)
  const { layout, noteSaved } = columns
  return (
    <ViewsMenu
      views={views}
      opened={opened}
      isChanged={opened !== undefined && (columns.isChanged || !isSameSearch(opened, recordSearch))}
      isWorthSaving={isSearching(recordSearch) || layout !== null}
      isSaving={change.isPending}
      newView={keep}
      deleteText={t(
        'The view is deleted for all members of the organization. The records stay. This cannot be undone.',
      )}
      placeholder={t('View name, such as Large and new')}
      onOpen={onOpen}
      onSave={(name, onSaved) =>
        keep.mutate(
          { ...recordSearch, layout, name },
          {
            onSuccess: (view) => {
              onSaved()
              columns.reset()
              onOpen(view)
            },
          },
        )
      }
      onSaveChanges={({ id }) => {
        const { q, where, sort } = recordSearch
        change.mutate({ id, q, where, sort, layout }, { onSuccess: () => noteSaved(layout) })
      }}
      onDelete={({ id }) => remove(id)}
    />
  )
}
