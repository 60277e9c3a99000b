import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isGone } from '../../api/problem.ts'
import { storedSpinnerQuery } from '../../api/spinner/spinners.ts'
import type { StoredSpinner } from '../../api/spinner/stored-spinner.ts'
import { dataTableQuery } from '../../api/table/data-tables.ts'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageSkeleton } from '../../components/loading/skeletons.tsx'
import { NotThere } from '../../components/problem/not-there.tsx'
import { SpinnerEditor } from './spinner-editor.tsx'

export function SpinnerPage() {
  const { spinnerId } = useParams({ from: '/signed-in/spinners/$spinnerId' })
  const spinner = useQuery(storedSpinnerQuery(spinnerId))
  // When a spinner is deleted while it is edited, what was typed stays on the screen.
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
      {(data) => <SpinnerEditor loaded={loaded} table={data} />}
    </Loaded>
  )
}
