import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { spinnerStepsQuery } from '../../api/job/steps.ts'
import { isGone } from '../../api/problem.ts'
import type { DataTable } from '../../api/schema.ts'
import { storedSpinnerQuery } from '../../api/spinner/spinners.ts'
import type { StoredSpinner } from '../../api/spinner/stored-spinner.ts'
import { dataTableQuery } from '../../api/table/data-tables.ts'
import { Loaded, NotLoaded } from '../../components/loading/loaded.tsx'
import { PageSkeleton } from '../../components/loading/skeletons.tsx'
import { NotThere } from '../../components/problem/not-there.tsx'
import { type Search, useSearchParam } from '../../components/search-param.ts'
import { SpinnerDashboard } from './dashboard/spinner-dashboard.tsx'
import { SpinnerEditor } from './editor/spinner-editor.tsx'
import { namesFailures } from './fix-failures/use-failures-to-fix.ts'

export function SpinnerPage() {
  const { spinnerId } = useParams({ from: '/signed-in/spinners/$spinnerId' })
  const spinner = useQuery(storedSpinnerQuery(spinnerId))
  // Keeps typed changes on the screen if the spinner is deleted while it is edited.
  if (spinner.data === undefined && isGone(spinner.error)) return <NotThere kind="spinner" />
  return (
    <Loaded query={spinner} skeleton={<PageSkeleton />}>
      {(loaded) => <WithTable key={spinnerId} loaded={loaded} />}
    </Loaded>
  )
}

function WithTable({ loaded }: { loaded: StoredSpinner }) {
  const table = useQuery(dataTableQuery(loaded.spinner.dataTableId))
  return (
    <Loaded query={table} skeleton={<PageSkeleton />}>
      {(data) => <DashboardOrEditor loaded={loaded} table={data} />}
    </Loaded>
  )
}

const pollEveryMs = 3_000

/** Returns true if the page of a spinner shows its editor without knowing whether the spinner has run. */
function opensEditor(search: Search, isEdited: boolean): boolean {
  return namesFailures(search) || search['view'] === 'edit' || (isEdited && search['view'] !== 'steps')
}

/**
 * Shows the dashboard of a spinner that has run. Opens the editor if the address asks to edit the spinner or
 * to correct a step.
 */
function DashboardOrEditor({ loaded, table }: { loaded: StoredSpinner; table: DataTable }) {
  const { spinner } = loaded
  const search: Search = useSearch({ strict: false })
  const [view, setView] = useSearchParam('view')
  // Keeps the editor open while the user edits, also after the spinner is published and has run.
  const [isEdited, setEdited] = useState(spinner.publishedVersion === null)
  const isRequested = !opensEditor(search, isEdited)
  const figures = useQuery({
    ...spinnerStepsQuery(spinner.id),
    enabled: isRequested,
    refetchInterval: ({ state: { data } }) =>
      data?.versions.some(({ open }) => open > 0) ? pollEveryMs : false,
  })
  const editor = (
    <SpinnerEditor loaded={loaded} table={table} isOpenAt={(next) => opensEditor(next, isEdited)} />
  )
  // Shows the editor without waiting for the figures of the jobs, which only the dashboard needs.
  if (!isRequested) return editor
  // Keeps the editor open if the figures failed to load first. Otherwise the dashboard would replace it while the user
  // edits.
  if (view !== 'steps' && (figures.data?.versions.length === 0 || figures.isLoadingError)) {
    setEdited(true)
    return editor
  }
  if (figures.data === undefined) return <NotLoaded query={figures} skeleton={<PageSkeleton />} />
  return (
    <SpinnerDashboard spinner={spinner} table={table} figures={figures.data} onEdit={() => setView('edit')} />
  )
}
