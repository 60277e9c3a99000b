import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  peopleViewsQuery,
  useChangePeopleView,
  useDeletePeopleView,
  useKeepPeopleView,
} from '../../api/person/people-views.ts'
import type { PeopleView } from '../../api/schema.ts'
import { useSearchParam } from '../../components/search-param.ts'
import { ViewsMenu } from '../../components/views/views-menu.tsx'
import { t } from '../../languages/text.ts'
import { paramOfColumns, useChosenColumns } from './people-columns.tsx'
import { usePeopleFilter } from './people-filters.tsx'
import { orderParamOf } from './people-order.ts'

/** The menu of the views of the list of people. The address of the page names the opened view. */
export function PeopleViews() {
  const { data } = useQuery(peopleViewsQuery)
  const filter = usePeopleFilter()
  const columns = useChosenColumns()
  const [viewId] = useSearchParam('view')
  const navigate = useNavigate()
  const keep = useKeepPeopleView()
  const change = useChangePeopleView()
  const { mutate: remove } = useDeletePeopleView()
  const views = data?.items ?? []
  const opened = views.find(({ id }) => id === viewId)
  const content = { filter, columns }
  const open = (view: PeopleView) => void navigate({ to: '/people', search: paramsOf(view) })
  return (
    <ViewsMenu
      views={views}
      opened={opened}
      isChanged={
        opened !== undefined && textOf(paramsOf(opened)) !== textOf(paramsOf({ ...opened, ...content }))
      }
      isWorthSaving={Object.keys(filter).length > 0 || columns !== null}
      isSaving={change.isPending}
      newView={keep}
      deleteText={t(
        'The view is deleted for all members of the organization. The people stay. This cannot be undone.',
      )}
      placeholder={t('View name, such as Answered')}
      onOpen={open}
      onSave={(name, onSaved) =>
        keep.mutate(
          { ...content, name },
          {
            onSuccess: (view) => {
              onSaved()
              open(view)
            },
          },
        )
      }
      onSaveChanges={({ id }) => change.mutate({ id, ...content })}
      onDelete={({ id }) => remove(id)}
    />
  )
}

/** Returns the parameters of the page's URL that show a view. */
function paramsOf({ id, filter, columns }: Pick<PeopleView, 'id' | 'filter' | 'columns'>) {
  const { q, status, dataTableId, source, apiKeyId, column, value } = filter
  return {
    view: id,
    q: q === '' ? undefined : q,
    status,
    dataTableId,
    source: source ?? apiKeyId,
    column,
    value,
    sort: orderParamOf(filter),
    columns: paramOfColumns(columns),
  }
}

const textOf = (params: object) => JSON.stringify(Object.entries(params))
